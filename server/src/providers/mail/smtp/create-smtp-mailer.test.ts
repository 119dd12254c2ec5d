import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPython, readMessage } from '../../../../test/support/read-message.ts'
import {
  type SmtpStandIn,
  startSmtpStandIn,
} from '../../../../test/support/stand-ins/smtp-stand-in.ts'
import { composeLetter, type LetterParts } from '../../../platform/compose-letter.ts'
import { createSmtpMailer } from './create-smtp-mailer.ts'

let mail: SmtpStandIn
beforeAll(async () => {
  mail = await startSmtpStandIn()
})
afterAll(() => mail.close())

async function send(change: Partial<LetterParts>, bytes?: Buffer) {
  const mailer = createSmtpMailer({ url: mail.url, from: 'Vignette <post@vignette.example>' })
  const parts: LetterParts = {
    from: 'Vignette',
    subject: 'Your creation is ready',
    paragraphs: ['It was free.'],
    button: { label: 'Open the creation', address: 'https://vignette.example/creations/1' },
    why: 'Sent by Vignette.',
    ...change,
    picture: bytes && { cid: 'one@letter', alt: 'Your creation', width: 427, height: 640 },
  }
  const arrived = mail.next()
  await mailer.send({
    messageId: '<1@vignette.example>',
    to: 'ada@example.com',
    subject: parts.subject,
    ...composeLetter(parts),
    headers: { 'Auto-Submitted': 'auto-generated' },
    picture: bytes && { cid: 'one@letter', bytes },
  })
  return readMessage((await arrived).source)
}

const jpeg = () =>
  sharp({ create: { width: 427, height: 640, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()

test.skipIf(!hasPython)('a foreign parser finds text, HTML and the picture beside it', async () => {
  const bytes = await jpeg()
  const message = await send({}, bytes)
  expect(message.defects).toEqual([])
  expect(message.types).toEqual([
    'multipart/alternative',
    'text/plain',
    'multipart/related',
    'text/html',
    'image/jpeg',
  ])
  expect(message.picture).toEqual({
    id: '<one@letter>',
    disposition: 'inline',
    base64: bytes.toString('base64'),
  })
  expect(message.html).toContain('src="cid:one@letter"')
  // Nothing is fetched when the letter is opened: no address but those of links.
  expect(message.html.match(/(?:src|url|background)[=(]["']?https?:/g)).toBeNull()
  expect(message.html.match(/https?:\/\/\S+?(?=")/g)).toEqual([
    'https://vignette.example/creations/1',
  ])
})

test.skipIf(!hasPython)('without a picture the letter is text and HTML alone', async () => {
  const message = await send({})
  expect([message.defects, message.types]).toEqual([
    [],
    ['multipart/alternative', 'text/plain', 'text/html'],
  ])
  expect(message.html).not.toContain('<img')
})

test.skipIf(!hasPython).each([
  ['a name of 998 letters', 'W'.repeat(998)],
  ['a long name of three bytes a letter', '東'.repeat(400)],
  ['marks of HTML', '“</h1><img src=x onerror=alert(1)>” & <script>alert(1)</script>'],
  ['line breaks that would begin a header', 'Poster\r\nBcc: eve@example.com\r\n\r\nhello'],
  ['the end of a message', 'Poster\r\n.\r\nQUIT'],
  ['a boundary and encoded words', '--=_boundary =?utf-8?Q?hi?= "quoted" <a@b.example>'],
])('the letter survives %s', async (_, name) => {
  const message = await send({
    subject: `Ready: ${name.slice(0, 200)}`,
    paragraphs: [name],
    details: [name],
  })
  expect(message.defects).toEqual([])
  expect(message.to).toBe('ada@example.com')
  expect(message.types).toEqual(['multipart/alternative', 'text/plain', 'text/html'])
  expect(message.longestLine).toBeLessThanOrEqual(998)
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  expect(plain(message.text)).toContain(plain(name))
  expect(plain(message.subject)).toContain(plain(name).slice(0, 20))
  expect(message.html).not.toMatch(/<img|<script/)
})
