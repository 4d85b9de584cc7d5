// An Atom feed (RFC 4287) of changes. Addresses are relative to the feed's own, since the service does
// not know its public name.
import { escapeXml as escape } from "../../contract/browser/html.js";

interface Feed {
  readonly title: string;
  readonly id: string;
  readonly updated: Date;
  readonly self: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly title: string;
  readonly id: string;
  readonly updated: Date;
  readonly href: string;
  readonly summary: string;
}

export function renderFeed({ title, id, updated, self, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `  <title>${escape(title)}</title>`,
    `  <id>${escape(id)}</id>`,
    `  <updated>${updated.toISOString()}</updated>`,
    `  <link rel="self" href="${escape(self)}"/>`,
    "  <author><name>module-lookup</name></author>",
    ...entries.map(renderEntry),
    "</feed>\n",
  ].join("\n");
}

function renderEntry({ title, id, updated, href, summary }: FeedEntry): string {
  return [
    "  <entry>",
    `    <title>${escape(title)}</title>`,
    `    <id>${escape(id)}</id>`,
    `    <updated>${updated.toISOString()}</updated>`,
    `    <link rel="alternate" type="application/json" href="${escape(href)}"/>`,
    `    <summary>${escape(summary)}</summary>`,
    "  </entry>",
  ].join("\n");
}
