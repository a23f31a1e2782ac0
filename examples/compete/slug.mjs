/** The part of an address that stands for a title. */
export const slug = (title) => title.toLowerCase().replace(/ /g, "-");
