// Says once, before any test of pages in a browser, when there is no browser.
import { findChromium } from "../../docs/tools/browser.js";

export default function requireBrowser(): void {
  findChromium();
}
