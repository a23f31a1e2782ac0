/** The look of the site: the default theme without its fonts, in the colors of the reports. */
import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";

export default DefaultTheme;
