import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { drawWishes, measureCopies } from '../../server/test/support/measure-copies.ts'
import type { Bench } from '../support/bench.ts'
import type { Row } from '../support/report.ts'

const DRAWN = 320
/** A folder with pictures of other kinds, such as photographs; each file there should show something else. */
const FOLDER = process.env['COPIES_FOLDER']
const SIDE = 1024

/** How many copies of a picture are known again, and how many other pictures pass for one. */
export const copies: Bench = async ({ say }) => {
  const drawn = await drawWishes(DRAWN)
  const names = drawn.map((_, at) => `drawing ${at}`)
  const rows = await measure(`${DRAWN} drawings of the local studio`, {
    names,
    pictures: drawn,
    say,
  })
  if (!FOLDER) return rows
  const files = (await readdir(FOLDER, { recursive: true })).filter((name) =>
    /\.(?:png|jpe?g|webp)$/i.test(name),
  )
  files.sort()
  const pictures: Buffer[] = []
  for (const name of files) pictures.push(await open(path.join(FOLDER, name)))
  return [
    ...rows,
    ...(await measure(`${files.length} pictures of a folder`, { names: files, pictures, say })),
  ]
}

/** As an upload is stored: on white, and no larger than a screen. */
function open(file: string): Promise<Buffer> {
  return sharp(file, { pages: 1 })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
}

async function measure(
  of: string,
  { names, pictures, say }: { names: string[]; pictures: Buffer[]; say: (line: string) => void },
): Promise<Row[]> {
  const { found, wrong, pairs } = await measureCopies(pictures, say)
  for (const [one, other] of wrong) say(`  ${names[other]} passes for a copy of ${names[one]}`)
  const value = { compares: 'value' } as const
  return [
    ...Object.entries(found).map(([change, share]) => ({
      ...value,
      what: `${of}: copies found, ${change}`,
      unit: '%',
      subject: [share * 100],
      // Each change is promised by itself.
      ...(change !== 'all at once' && { goal: { atLeast: 95 } }),
    })),
    {
      ...value,
      what: `${of}: other pictures that pass for a copy`,
      unit: 'in 1,000 pairs',
      subject: [(wrong.length / pairs) * 1000],
      goal: { atMost: 1 },
      note: `${wrong.length} of ${pairs} pairs`,
    },
  ]
}
