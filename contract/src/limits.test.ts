import { expect, test } from 'vitest'
import * as account from './account-limits.ts'
import { currencyHere } from './currency.ts'
import { EDITOR } from './editor-limits.ts'
import * as general from './limits.ts'
import * as money from './money-limits.ts'
import * as recipe from './recipe-limits.ts'
import * as upload from './upload-limits.ts'

const limits = { ...account, ...general, ...money, ...recipe, ...upload }
const MINUTE = 60_000
const MB = 1024 * 1024

/** Section 9 of the specification, row by row: a changed row is a changed promise. */
test.each([
  ['creator share in percent', limits.CREATOR_SHARE_PERCENT, 70],
  ['currency', currencyHere(), 'usd'],
  ['default generation time, seconds', limits.DEFAULT_GENERATION_SECONDS, 30],
  [
    'page sizes of Discover, creation lists, profile',
    limits.PAGE,
    { discover: 12, creations: 20, profile: 24, max: 48 },
  ],
  ['New badge, days', limits.NEW_BADGE_DAYS, 7],
  ['infinite scroll margin, px', limits.INFINITE_SCROLL_MARGIN_PX, 100],
  ['creation card heights', limits.CARD_HEIGHTS, [280, 320, 360, 400, 240]],
  ['API timeout', limits.API_TIMEOUT_MS, 5 * MINUTE],
  ['timeout of a remix', limits.CREATION_TIMEOUT_MS, 15 * MINUTE],
  ['upload timeout', limits.UPLOAD_TIMEOUT_MS, 300_000],
  ['upload attempts', limits.UPLOAD_ATTEMPTS, 3],
  ['upload retry delay, times the attempt', limits.UPLOAD_RETRY_DELAY_MS, 1000],
  ['session inactivity window', limits.SESSION_IDLE_MS, 30 * MINUTE],
  ['polling interval', limits.POLL_INTERVAL_MS, 10_000],
  ['polls in 30 minutes', limits.POLL_ATTEMPTS, (30 * MINUTE) / 10_000],
  ['longest text', limits.TEXT_MAX, 500],
  ['share of the limit at which a counter warns', limits.TEXT_WARN_AT, 0.9],
  ['options shown as radios', limits.SELECT_RADIO_MAX, 5],
  ['username', limits.USERNAME_PATTERN.source, '^[a-z0-9._-]{1,64}$'],
  [
    'username rule',
    limits.USERNAME_RULE,
    'Username must be lowercase, 1–64 chars, and may include . _ -.',
  ],
  ['anonymous id', limits.ANONYMOUS_ID_PATTERN.source, '^anon_[0-9a-f]{24}$'],
  ['image limit', limits.UPLOADS.image.maxBytes, 10 * MB],
  ['video limit', limits.UPLOADS.video.maxBytes, 100 * MB],
  ['audio limit', limits.UPLOADS.audio.maxBytes, 50 * MB],
  ['image uploader: smallest side', limits.IMAGE_UPLOADER.minPixels, 100],
  ['image uploader: recommended largest side', limits.IMAGE_UPLOADER.recommendedMaxPixels, 4096],
  ['image uploader: recompressed from', limits.IMAGE_UPLOADER.recompressAt, 0.8],
  ['image uploader: JPEG quality', limits.IMAGE_UPLOADER.jpegQuality, 0.9],
  ['image uploader: thumbnail', limits.IMAGE_UPLOADER.thumbnailPixels, 300],
  ['editor: zoom', EDITOR.zoom, { min: 0.1, max: 3, step: 0.1 }],
  ['editor: brightness and contrast', EDITOR.tone, { min: -100, max: 100 }],
  ['editor: rotation', EDITOR.rotation, { min: -180, max: 180 }],
  [
    'editor: ratios',
    EDITOR.ratios.map(([name]) => name),
    ['Free', '1:1', '4:3', '16:9', '3:2', '2:3'],
  ],
  ['editor: largest display', [EDITOR.displayWidth, EDITOR.displayHeight], [600, 400]],
  ['editor: export debounce', EDITOR.exportDebounceMs, 500],
  ['editor: tolerance of a fixed ratio', EDITOR.ratioTolerance, 0.01],
  ['throttle of input events, ms', limits.INPUT_ANALYTICS_THROTTLE_MS, 1000],
  ['summary: longest text and most items', limits.SUMMARY, { stringLength: 50, arrayItems: 3 }],
  ['test card', limits.TEST_CARD, '4242 4242 4242 4242'],
  ['clearance window, days', limits.CLEARANCE_DAYS, 7],
  ['new creators', limits.NEW_CREATOR, { clearanceDays: 14, days: 30, buyers: 5 }],
])('%s', (_, limit, value) => {
  expect(limit).toEqual(value)
})
