// The pages that a list is pasted into: one that is too long for an address is sent as a form. Without it the list has to be short.
import { getElement } from "./browser.js";

/** A length that surely fits into an address, with the other fields. */
const MOST_ADDRESS_CHARS = 10_000;

const form = getElement("[data-list]", HTMLFormElement);
const text = getElement("#text", HTMLTextAreaElement);

form.addEventListener("submit", () => {
  const isLong = new URLSearchParams({ text: text.value }).toString().length > MOST_ADDRESS_CHARS;
  form.method = isLong ? "post" : "get";
  form.enctype = isLong ? "multipart/form-data" : "application/x-www-form-urlencoded";
});
