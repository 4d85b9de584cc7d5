// Fields of forms: a word and what is typed or chosen. A form is sent as an address, so that all of them can be used
// without scripts.
import { html, type Html, type Piece } from "../../../contract/browser/html.js";

interface InputField {
  readonly name: string;
  readonly title: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** Takes the room that the others leave. */
  readonly isWide?: boolean;
}

/** For names: nothing corrects or completes what is typed. */
export function renderInput(field: InputField): Html {
  const { name, title, value, placeholder = "", isRequired = false, isWide = false } = field;
  return html`<label class="field${isWide && " wide-field"}"
    ><span>${title}</span
    ><input
      name="${name}"
      value="${value}"
      placeholder="${placeholder}"
      ${isRequired && html` required`}
      autocapitalize="none"
      autocomplete="off"
      spellcheck="false"
  /></label>`;
}

interface SelectField {
  readonly name: string;
  readonly title: string;
  /** Choices in order; a value alone is its own title. */
  readonly values: readonly (string | readonly [value: string, title: string])[];
  readonly chosen: string;
  /** Title of the first choice, which leaves it open; none for a required choice. */
  readonly open?: string;
}

/** A value of an address is shown even if it is not among the choices. */
export function renderSelect(field: SelectField): Html {
  const { name, title, values, chosen, open } = field;
  const known = values.map((one) => (typeof one === "string" ? ([one, one] as const) : one));
  const isKnown = chosen === "" || known.some(([value]) => value === chosen);
  const all = [
    ...(open === undefined ? [] : [["", open] as const]),
    ...(isKnown ? [] : [[chosen, chosen] as const]),
    ...known,
  ];
  return html`<label class="field"
    ><span>${title}</span
    ><select name="${name}">
      ${all.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}
    </select></label
  >`;
}

interface Switch {
  readonly name: string;
  readonly value: string;
  readonly title: Piece;
  readonly isOn: boolean;
}

export function renderSwitch({ name, value, title, isOn }: Switch): Html {
  return html`<p>
    <label
      ><input type="checkbox" name="${name}" value="${value}" ${isOn && html` checked`} />
      ${title}</label
    >
  </p>`;
}
