import { expect, test } from 'vitest'
import { findTrick } from './plain-text.ts'

test.each([
  ['Persian with a non-joiner', 'علی‌رضا می‌خواهم'],
  ['Persian with three marks', 'اللّٰه'],
  ['Urdu', 'نصرت فتح علی خان'],
  ['Vietnamese', 'Nguyễn Thị Phượng'],
  ['Vietnamese, decomposed', 'Nguyễn Thị Phượng'.normalize('NFD')],
  ['Hindi', 'क्षमा श्रीवास्तव'],
  ['Hindi with a joiner', 'क्‍ष'],
  ['Bengali', 'র‍্যাব মুহাম্মদ'],
  ['Malayalam whose last letter is joined', 'ഗോപന്‍'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['Kannada', 'ಅರ‍್ಕ'],
  ['Tamil', 'க்ஷத்ரியா'],
  ['Burmese with spacing marks', 'မျှော်လင့်ချက် ရွှေ'],
  ['Khmer', 'ស្ត្រី'],
  ['Tibetan', 'བསོད་ནམས་སྒྲོལ་མ'],
  ['Thai', 'นํ้าทิพย์ กิ๊ฟ'],
  ['Hebrew with points', 'שָׁלוֹם בַּת־שֶׁבַע שּׁ\u05B8'],
  ['Yoruba with two marks', 'Ọlá\u0323 Ẹ̀bùn ọ̀ṣọ́'.normalize('NFD')],
  ['Navajo', 'Diné Bizaad ǫ́'],
  ['Japanese with a chosen form', '渡邊\u{E0100} 葛\u{E0101}'],
  ['Korean', '김민준'],
  ['Georgian', 'გიორგი'],
  ['emoji of several parts', '👩‍🎨 👩🏽‍🚀 👨‍👩‍👧‍👦 👩‍🦰 ❤️‍🔥 ❤‍🔥 🏳️‍🌈 1️⃣ ☎︎'],
  ['flags', '🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
])('a name in %s passes: %s', (_, name) => {
  expect(findTrick(name)).toBeUndefined()
})

const UNSEEN = /letters that nobody sees, as U\+[0-9A-F]{4,5}$/
test.each([
  ['a space without width', 'Vign\u200Bette', UNSEEN],
  ['a non-joiner between Latin letters', 'Vign\u200Cette', UNSEEN],
  ['a joiner between Latin letters', 'Vign\u200Dette', UNSEEN],
  ['a non-joiner at the end of a Persian word', 'علی\u200C', UNSEEN],
  ['two non-joiners', 'می\u200C\u200Cخواهم', UNSEEN],
  ['a joiner after an emoji', '👩\u200D', UNSEEN],
  ['a soft hyphen', 'Vign\u00ADette', UNSEEN],
  ['a mark of byte order', '\uFEFFVignette', UNSEEN],
  ['a word joiner', 'Vign\u2060ette', UNSEEN],
  ['a line separator', 'Vignette\u2028by the operator', UNSEEN],
  ['a paragraph separator', 'Vignette\u2029', UNSEEN],
  ['a lone tag letter', 'Vignette\u{E0041}', UNSEEN],
  ['a flag with other letters', '🏴\u{E0068}\u{E0069}\u{E007F}', UNSEEN],
  ['a flag without its end', '🏴󠁧󠁢󠁥󠁮󠁧', UNSEEN],
  ['a variation of a Latin letter', 'V\uFE0Fignette', UNSEEN],
  ['hidden bytes behind an emoji', '😀\u{E0101}\u{E0102}', UNSEEN],
  ['a filler of Hangul', 'Vignette\u3164', UNSEEN],
  ['sixty accents', `V${'\u0301'.repeat(60)}ignette`, /three marks/],
  ['four marks below and above', 'V\u0301\u0323\u0302\u0308', /three marks/],
  ['a turn of the direction', 'Portrait \u202Egnp.exe', /direction/],
  ['a line', 'Portrait\nby the operator', /control/],
])('%s is refused', (_, text, fault) => {
  expect(findTrick(text)).toMatch(fault)
})
