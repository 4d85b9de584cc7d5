// Questions as nobody should ask them, and someone will.

export const ODD_QUESTIONS: readonly (readonly [what: string, text: string])[] = [
  ["a blank", " "],
  ["one letter", "x"],
  ["one digit", "7"],
  ["one Han character", "税"],
  ["2,000 letters of one word", "a".repeat(2_000)],
  ["2,000 letters of unknown words", "qxzvkj wqpzbrtk ".repeat(125)],
  ["2,000 letters of misspelt words", "invocie custmoer ".repeat(118).slice(0, 2_000)],
  ["2,000 Han characters", "发票".repeat(1_000)],
  ["only stop words", "the of and to in is it"],
  ["only words of a request", "hello, I need a module that can help us, please"],
  ["only emoji", "\u{1f600}\u{1f680} \u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
  ["mixed scripts", "invoice счёт 发票 فاتورة τιμολόγιο ใบแจ้งหนี้ ინვოისი"],
  ["a language never seen", "mafi tungagwelo kwa wateja ambao hawajalipa"],
  ["code", "SELECT * FROM res_partner WHERE id = 1; -- def f(self): return [x for x in y]"],
  ["markup", "<script>alert('invoice')</script>&lt;b&gt;&amp;&#0;"],
  ["control characters", "\0\u0007\u001b[31minvoice\u0000\r\n\t\u202e\u200f"],
  ["half a character", "\ud800 invoice \udc00"],
  ["numbers", "1234567890 3.14 -17 0x1f 1e999"],
  ["punctuation", "!?%_\\/*()[]{}'\"…—"],
];
