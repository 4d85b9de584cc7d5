// Text of bytes, where the encoding is windows-1252 too: some versions of Node.js decode that as if it were ISO 8859-1.

/** What windows-1252 has for 0x80 to 0x9f; a space where it has nothing. */
const WINDOWS_1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** @throws TypeError where the decoder is a strict one and the bytes are not of its encoding */
export function decodeBytes(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (decoder.encoding !== "windows-1252") return text;
  return text.replaceAll(/[\u0080-\u009f]/g, (control) => {
    const character = WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80);
    return character === " " ? control : character;
  });
}
