/** Style sheets are imported for their effect: the build collects them into the page. */
declare module "*.css";
