// What no server answers of a system, however it is asked, so that a build can say it of the modules that hold it.

/** Models, classes, fields or views of which each leads to the next. */
export const DEEPEST_CHAIN = 200;

/** Views that a view is combined of. */
export const MOST_VIEWS = 2_000;
