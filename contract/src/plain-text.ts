/** Letters that nobody sees: format and separator characters, fillers, tags and variation selectors. */
const HIDDEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const CONTROL = /\p{Cc}/u
/** Characters that change the writing direction of the text after them, even beyond their own field. */
const TURNING = /\p{Bidi_Control}/u
/** Marks that stand above and below each other; spacing marks, as Burmese has many, cover nothing. */
const STACK = /[\p{Mn}\p{Me}]{4}/u

const tags = (letters: string) =>
  Array.from(`${letters}\u007F`)
    .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
    .join('')
/** The flags of England, Scotland and Wales: a black flag and letters that only spell its name. */
const FLAGS = new RegExp(`\u{1F3F4}(?:${['gbeng', 'gbsct', 'gbwls'].map(tags).join('|')})`, 'gu')

const PICTOGRAPH = /\p{Extended_Pictographic}/u
const ENDS_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u
const EMOJI = /\p{Emoji}/u
/** Scripts whose words need joiners: those that join letters, and those with conjuncts. */
const JOINING =
  /(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Tibt}]/u
/** After a sign that takes a letter's vowel away a joiner may end the word, as in Malayalam. */
const VIRAMA =
  /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u103A\u17D2\u0F84]/

/** Why a text of a person must not be public, or undefined: it looks like nothing but what it says. */
export function findTrick(text: string): string | undefined {
  if (CONTROL.test(text)) return 'must not hold control characters'
  if (TURNING.test(text)) return 'must not hold characters that change the direction of writing'
  const letters = Array.from(text.replaceAll(FLAGS, ''))
  const hidden = letters.find(
    (letter, at) => HIDDEN.test(letter) && !isNeeded(letter, letters[at - 1], letters[at + 1]),
  )
  if (hidden) {
    const code = hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return `must not hold letters that nobody sees, as U+${code}`
  }
  return STACK.test(text) ? 'must not put more than three marks on a letter' : undefined
}

/** Whether the writing of emoji and of some scripts needs this unseen letter in this place. */
function isNeeded(letter: string, before = '', after = ''): boolean {
  if (letter === '\u200C' || letter === '\u200D') {
    const inEmoji = letter === '\u200D' && ENDS_EMOJI.test(before) && PICTOGRAPH.test(after)
    const inWord = JOINING.test(before) && (VIRAMA.test(before) || JOINING.test(after))
    return inEmoji || inWord
  }
  if (letter === '\uFE0E' || letter === '\uFE0F') return EMOJI.test(before)
  // A name in Han may need one of several forms of its sign.
  if (/[\u{E0100}-\u{E01EF}]/u.test(letter)) return /\p{Script=Han}/u.test(before)
  return /[\u180B-\u180F]/.test(letter) && /\p{Script=Mongolian}/u.test(before)
}
