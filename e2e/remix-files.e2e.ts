import type { Page } from '@playwright/test'
import { makePng, makeWav } from './support/files.ts'
import { inspect } from './support/inspect.ts'
import { FILM, PHOTO } from './support/recipes.ts'
import { expect, test } from './support/test.ts'
import { completeRemix, expectCreation } from './support/wizard.ts'

const file = (page: Page) => page.locator('input[type=file]')
const review = (page: Page) => page.getByRole('button', { name: 'Review & Complete' })

test('a picture is checked, uploaded, previewed and used', async ({ page, creator }) => {
  const recipe = await creator.publish(PHOTO)
  await page.goto(`/workflows/${recipe.id}/remix`)
  await expect(page.getByRole('heading', { name: 'Configure Your Remix' })).toBeVisible()
  await inspect(page)
  for (const [chosen, fault] of [
    [makePng(99, 200), 'Image width too small. Minimum: 100px, got: 99px'],
    [makePng(200, 80), 'Image height too small. Minimum: 100px, got: 80px'],
    [
      { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') },
      'Please select valid image files',
    ],
    [
      { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
      /^Invalid file type\. Allowed types: /,
    ],
    [
      { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
      'Failed to read image dimensions. File may be corrupted.',
    ],
  ] as const) {
    await file(page).setInputFiles({ ...chosen })
    await expect(page.getByText(fault)).toBeVisible()
    await expect(review(page)).toBeDisabled()
  }
  await inspect(page)
  await file(page).setInputFiles(makePng(300, 200))
  await expect(page.getByRole('img', { name: 'Your picture for Photo' })).toBeVisible()
  await expect(review(page)).toBeEnabled()
  await inspect(page)
  await completeRemix(page)
  await expectCreation(page)
  await expect(page.getByRole('button', { name: 'Before and after' })).toBeVisible()
})

test('who has no photo at hand takes one of ours, a pasted one, or a creation of their own', async ({
  page,
  creator,
  visitor,
}) => {
  const [recipe, poster] = [await creator.publish(PHOTO), await creator.publish()]
  const made = await visitor.make(poster.id, { words: 'a fox' })
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/upload/image')) uploads.push(request.url())
  })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await page.getByRole('button', { name: 'Use A harbour at sunset' }).click()
  const shown = page.getByRole('img', { name: 'Your picture for Photo' })
  await expect(shown).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Remove' }).click()

  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, makePng(300, 200).buffer.toString('base64'))
  await expect(shown).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  expect(uploads).toHaveLength(2)

  await inspect(page)
  await page.getByRole('button', { name: 'Use Small Poster' }).click()
  await expect(shown).toHaveAttribute('src', made.media?.url ?? '')
  const sent = page.waitForRequest((request) => request.url().endsWith('/creations'))
  await completeRemix(page)
  const { user_inputs } = (await sent).postDataJSON() as { user_inputs: { photo: string } }
  expect(user_inputs.photo).toBe(made.media?.url)
  expect(uploads).toHaveLength(2)
  await expectCreation(page)
})

test('an input of a fixed size scales a picture of that ratio, and crops another picture', {
  tag: '@desktop',
}, async ({ page, creator }) => {
  const recipe = await creator.publish({
    ...PHOTO,
    inputs: [{ key: 'photo', type: 'image', display_name: 'Photo', image_size: '256x256' }],
  })
  const uploaded = page.waitForResponse((response) => response.url().endsWith('/upload/image'))
  await page.goto(`/workflows/${recipe.id}/remix`)
  await file(page).setInputFiles(makePng(512, 512))
  const { url } = (await (await uploaded).json()) as { url: string }
  expect(await readSize(page, url)).toEqual([256, 256])
  await expect(page.getByRole('img', { name: 'Your picture for Photo' })).toBeVisible()

  await file(page).setInputFiles(makePng(600, 200))
  const editor = page.getByRole('region', { name: 'Image editor' })
  await expect(editor.getByText('This recipe needs exactly 256 × 256 pixels.')).toBeVisible()
  await expect(editor.getByRole('img', { name: 'The picture being edited' })).toBeVisible()
  await inspect(page)
  await editor.getByRole('button', { name: 'Use this picture' }).click()
  await expect(review(page)).toBeEnabled()
  // The step stays over a reload, and so does the edit.
  await page.reload()
  const shown = page.getByRole('img', { name: 'Your picture for Photo' })
  const edited = (await shown.getAttribute('src')) ?? ''
  expect(edited).not.toBe(url)
  expect(await readSize(page, edited)).toEqual([256, 256])
  const sent = page.waitForRequest((request) => request.url().endsWith('/creations'))
  await completeRemix(page)
  const { user_inputs } = (await sent).postDataJSON() as { user_inputs: { photo: string } }
  expect(user_inputs.photo).toBe(edited)
  await expectCreation(page)
})

function readSize(page: Page, url: string): Promise<number[]> {
  return page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob())
    return [bitmap.width, bitmap.height]
  }, url)
}

test('the image editor rotates, crops and adjusts a picture, also from the keyboard', {
  tag: '@long',
}, async ({ page, creator }) => {
  const recipe = await creator.publish(PHOTO)
  await page.goto(`/workflows/${recipe.id}/remix`)
  await file(page).setInputFiles(makePng(400, 200))
  await page.getByRole('button', { name: 'Edit image' }).click()
  const editor = page.getByRole('region', { name: 'Image editor' })
  const picture = editor.getByRole('img', { name: 'The picture being edited' })
  await expect(picture).toBeVisible()
  await editor.getByRole('button', { name: '1:1' }).click()
  await expect(editor.getByRole('button', { name: '1:1' })).toHaveAttribute('aria-pressed', 'true')
  await editor.getByRole('button', { name: 'Zoom in' }).click()
  await expect(editor.getByText('110%')).toBeVisible()
  await inspect(page)
  await editor.getByRole('tab', { name: 'Crop' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(editor.getByRole('tab', { name: 'Adjust' })).toBeFocused()
  const brightness = editor.getByRole('slider', { name: 'Brightness' })
  await brightness.focus()
  await page.keyboard.press('End')
  await expect(brightness).toHaveAttribute('aria-valuenow', '100')
  await editor.getByRole('button', { name: 'Turn right' }).click()
  await expect(editor.getByText('90°')).toBeVisible()
  await editor.getByRole('button', { name: 'Flip horizontally' }).click()
  await inspect(page)
  await editor.getByRole('tab', { name: 'Filters' }).click()
  await expect(editor.getByText('Filters are coming soon.')).toBeVisible()
  await editor.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByRole('img', { name: 'Your picture for Photo' })).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/creations'))
  await completeRemix(page)
  const { user_inputs } = (await sent).postDataJSON() as { user_inputs: { photo: string } }
  const [width, height] = await readSize(page, user_inputs.photo)
  expect(width).toBe(height)
  await expectCreation(page)
})

test('several photos and films become one film, and each can be taken away', async ({
  page,
  creator,
  request,
}) => {
  const source = await creator.publish(FILM)
  const made = await creator.make(source.id, { words: 'a red sun' }, { public: true })
  const clip = await (await request.get(made.video ?? '')).body()
  const recipe = await creator.publish({
    output_type: 'video',
    inputs: [
      { key: 'photos', type: 'image', display_name: 'Photos', max_files: 3, min_files: 2 },
      { key: 'clips', type: 'video', display_name: 'Clips', max_files: 2 },
    ],
    steps: [
      {
        id: 'film',
        provider: 'local',
        function_type: 'image_to_video',
        first_image: '{{photos}}',
        params: { duration: 1, fps: 12, size: 256 },
      },
      {
        id: 'whole',
        provider: 'local',
        function_type: 'video_concat',
        videos: ['{{film}}', '{{clips}}'],
      },
    ],
    output: 'whole',
  })
  const [wide, tall, small] = [makePng(300, 200), makePng(200, 300), makePng(120, 120)]
  await page.goto(`/workflows/${recipe.id}/remix`)
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  await file(page).setInputFiles([wide, tall, small, wide])
  await expect(page.getByText('Maximum 3 file(s) allowed')).toBeVisible()
  await file(page).setInputFiles(wide)
  await expect(page.getByRole('img', { name: 'Picture 1 for Photos' })).toBeVisible()
  await expect(page.getByText('Minimum 2 file(s) required')).toBeVisible()
  await expect(next).toBeDisabled()
  await file(page).setInputFiles([tall, small])
  await expect(page.getByText('3 of 3. Remove one to choose another.')).toBeVisible()
  await inspect(page)
  await page.getByRole('button', { name: 'Remove 120x120.png' }).click()
  await next.click()
  await file(page).setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: clip })
  await expect(page.getByLabel('Video 1 for Clips')).toBeVisible()
  await inspect(page)
  // The files stay over a reload.
  await page.reload()
  await expect(page.getByLabel('Video 1 for Clips')).toBeVisible()
  const sent = page.waitForRequest((one) => one.url().endsWith('/creations'))
  await completeRemix(page)
  const { user_inputs } = (await sent).postDataJSON() as {
    user_inputs: { photos: string[]; clips: string[] }
  }
  expect([user_inputs.photos.length, user_inputs.clips.length]).toEqual([2, 1])
  await page.waitForURL(/\/creations\/[0-9a-f-]{36}$/)
  const seconds = page.locator('main video').first()
  await expect
    .poll(() => seconds.evaluate((one) => (one as HTMLVideoElement).duration))
    .toBeCloseTo(3, 0)
})

test('films and sounds are uploaded and played back', { tag: '@desktop' }, async ({
  page,
  creator,
  request,
}) => {
  const source = await creator.publish(FILM)
  const made = await creator.make(source.id, { words: 'a red sun' }, { public: true })
  const film = await (await request.get(made.video ?? '')).body()
  const recipe = await creator.publish({
    inputs: [
      { key: 'clip', type: 'video', display_name: 'Clip' },
      { key: 'sound', type: 'audio', display_name: 'Sound' },
      { key: 'words', type: 'text', display_name: 'Words' },
    ],
  })
  await page.goto(`/workflows/${recipe.id}/remix`)
  await file(page).setInputFiles(makePng(100, 100))
  await expect(page.getByText(/^File type must be one of: video\/mp4/)).toBeVisible()
  await file(page).setInputFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: film })
  const clip = page.getByLabel('Your video clip.mp4')
  await expect
    .poll(() => clip.evaluate((element) => (element as HTMLVideoElement).videoWidth))
    .toBe(256)
  await inspect(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await file(page).setInputFiles(makeWav())
  const sound = page.getByLabel('Your sound file silence.wav')
  await expect
    .poll(() => sound.evaluate((element) => (element as HTMLAudioElement).duration))
    .toBeCloseTo(1, 1)
  await inspect(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('textbox').fill('a song')
  await completeRemix(page)
  await expectCreation(page)
})

test('an upload shows its progress and can be cancelled', { tag: '@desktop' }, async ({
  page,
  creator,
}) => {
  const recipe = await creator.publish(PHOTO)
  await page.route('**/api/v1/upload/image', () => undefined)
  await page.goto(`/workflows/${recipe.id}/remix`)
  await file(page).setInputFiles(makePng(300, 200))
  await expect(page.getByText('Uploading...')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: /^Uploading/ })).toBeVisible()
  await expect(review(page)).toBeDisabled()
  await inspect(page)
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByText('Upload cancelled')).toBeVisible()
})
