// A description by which browsers search here from their address bar (OpenSearch 1.1).
import { escape } from "../../contract/browser/html.js";
import { SUGGESTIONS_TYPE } from "../../routes/text/suggestions.js";

export const OPEN_SEARCH_CONTENT_TYPE = "application/opensearchdescription+xml; charset=utf-8";

export function writeOpenSearch(publicUrl: string): string {
  const url = escape(publicUrl);
  return `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Odoo modules</ShortName>
  <Description>Find Odoo modules by name or by what they do.</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" method="get" template="${url}/?q={searchTerms}"/>
  <Url type="${SUGGESTIONS_TYPE}" method="get" template="${url}/v1/find?q={searchTerms}&amp;limit=8&amp;format=suggestions"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${url}/opensearch.xml"/>
</OpenSearchDescription>
`;
}
