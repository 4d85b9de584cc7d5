// A filtered search that nothing narrows down but the platform version that it is asked at.
import type { FilteredQuery } from "../../server/lookup/search/filtered-search.js";

export const UNFILTERED: Omit<FilteredQuery, "platform_version" | "limit"> = {
  term: undefined,
  sort: "relevance",
  explain: false,
  offset: 0,
};
