import type pg from 'pg'
import { sqlRareWord } from './rare-words.ts'

export interface Size {
  recipes: number
  creations: number
}

const RECIPES_OF_ONE = 10
/** One recipe in ten belongs to one of this many creators. */
const BUSY_CREATORS = 20
const FIRST_BUSY_CREATOR = 21
/**
 * One recipe in a thousand belongs to one of these creators, who have no others. None of them is
 * taken from a creator of `HANDLES` or `BUSY_HANDLES`.
 */
const FIFTY = { every: 1_000, first: 13, creators: 20, firstCreator: 48, apart: 10 }
/** One recipe has five percent of all creations, and one person has made two and a half percent. */
const HOT_RECIPE = 'n % 20 = 0'
const BUSY_PERSON = 'n % 40 = 1'

const idOf = (kind: string, number: string) =>
  `('0190${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

export const recipeId = (number: number) =>
  `01902222-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
export const personId = (number: number) =>
  `01901111-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
/** The recipe and the person with the largest galleries. */
export const HOT = { recipe: 7, person: 9 }

/** Each of these creators has five of every thousand recipes. */
export const BUSY_HANDLES = listHandles(FIRST_BUSY_CREATOR, BUSY_CREATORS)
/**
 * Each of these creators has ten recipes, however large the catalogue is. The recipes of persons
 * whose number ends in 8 belong to the busy creators instead.
 */
export const HANDLES = listHandles(FIRST_BUSY_CREATOR + BUSY_CREATORS, 60).filter(
  (handle) => !handle.endsWith('8'),
)

/** Each of these creators has fifty recipes in the large catalogue; the small one has only the first. */
export const FIFTY_HANDLES = Array.from(
  { length: FIFTY.creators },
  (_, at) => `person-${FIFTY.firstCreator + at * FIFTY.apart}`,
)

/** How many recipes the first of `FIFTY_HANDLES` has in a catalogue of this size. */
export const countFifty = (recipes: number) => Math.ceil(recipes / FIFTY.every / FIFTY.creators)

function listHandles(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `person-${first + at}`)
}

/** The words of names that an eighth of the recipes share. */
export const SUBJECTS = 'Harbour Meadow Portrait Poster Skyline Forest Lantern Comet'.split(' ')

const RECIPE = JSON.stringify({
  schema: 1,
  name: 'Harbour at dusk',
  description: 'A quiet harbour in the manner of a woodcut.',
  generationTime: 8000,
  outputType: 'image',
  outputKind: 'image',
  license: 'personal',
  price: 0,
  cost: 0,
  sampleCreationUrl: null,
  inputs: [],
  steps: [
    {
      id: 'draw',
      functionType: 'text_to_image',
      provider: 'local',
      model: null,
      prompt: 'a quiet harbour at dusk',
      firstImage: null,
      lastImage: null,
      videos: [],
      params: {},
      output: 'image',
    },
  ],
  output: 'draw',
})

/**
 * A catalogue of any size, written by PostgreSQL itself; deterministic except for its timestamps.
 */
export async function fillCatalogue(
  client: pg.Client,
  { recipes, creations }: Size,
  say: (line: string) => void,
): Promise<void> {
  const tables = ['media_variants', 'creations', 'media', 'workflow_versions', 'workflows']
  // The generated rows are consistent; checking 20 million references would take an hour.
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::text[]::regclass[]) and not indisunique`,
    [tables],
  )
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
  for (const [name, text] of Object.entries(statements(recipes, creations))) {
    say(`${name}…`)
    await client.query(text)
  }
  for (const { name, definition } of indexes.rows) {
    say(`index ${name}…`)
    await client.query(definition)
  }
  say('vacuum…')
  await client.query('set session_replication_role = default')
  await client.query('vacuum (analyze)')
  // Otherwise the first lists are measured while 17 GB are still being written.
  await client.query('checkpoint')
}

function statements(recipes: number, creations: number): Record<string, string> {
  // Recipes and creations are spread evenly over three years, oldest first.
  const timeOf = (of: number) =>
    `date_trunc('second', now()) - interval '3 years' * (1 - n::float8 / ${of})`
  const spread = (multiplier: number, of: number) => `1 + (n::bigint * ${multiplier}) % ${of}`
  const recipeOf = `case when ${HOT_RECIPE} then ${HOT.recipe} else ${spread(7_919, recipes)} end`
  const people = recipes / RECIPES_OF_ONE
  const personOf = `case when ${BUSY_PERSON} then ${HOT.person} else ${spread(104_729, people)} end`
  const busyCreator = `${FIRST_BUSY_CREATOR} + n / 10 % ${BUSY_CREATORS}`
  const creatorOfFifty = `${FIFTY.firstCreator} + ${FIFTY.apart} * (n / ${FIFTY.every} % ${FIFTY.creators})`
  const creatorOf = `case when n % ${FIFTY.every} = ${FIFTY.first} then ${creatorOfFifty}
    when n % 10 = 7 then ${busyCreator} else ${spread(31, people)} end`
  return {
    people: `insert into principals (id, kind, browser_chose_id, username, issuer, subject, created_at)
      select ${idOf('1111', 'n')}, 'user', true, 'person-' || n, 'bench', n, now() - interval '4 years'
      from generate_series(1, ${people}) n`,
    media: `insert into media (id, owner_id, origin, kind, public, token, storage_key, content_type,
        extension, bytes, sha256, width, height, preview_key, placeholder, used_at, created_at)
      select ${idOf('3333', 'n')}, ${idOf('1111', personOf)}, 'generated', 'image', n % 10 <> 3,
        lpad(to_hex(n), 22, 'k'), 'bench/' || lpad(n::text, 9, '0'), 'image/png', 'png', 400000,
        lpad(to_hex(n), 64, '0'), 768, 768, 'bench/p' || n, 'data:image/webp;base64,UklGRjYAAABXRUJQ',
        ${timeOf(creations)}, ${timeOf(creations)}
      from generate_series(1, ${creations}) n`,
    variants: `insert into media_variants (media_id, width, format, storage_key, bytes)
      select ${idOf('3333', 'n')}, width, format, 'bench/' || lpad(n::text, 9, '0') || width || format, 40000
      from generate_series(10, ${recipes * 10}, 10) n, (values (480, 'avif'), (480, 'webp')) as v (width, format)
      where n <= ${creations}`,
    recipes: `insert into workflows (id, owner_id, version, name, description, handle, price,
        generation_time, output_type, output_kind, license, sample_media_id, remix_count, popularity,
        tags, created_at, updated_at)
      select ${idOf('2222', 'n')}, ${idOf('1111', creatorOf)}, 1,
        (array['${SUBJECTS.join("','")}'])[1 + n % 8] || ' ' || ${sqlRareWord()} || ' ' || n,
        'Makes ' || (array['woodcuts','watercolours','neon signs','postcards','album covers'])[1 + n % 5] || ' of number ' || n,
        'person-' || (${creatorOf}), case when n % 5 < 3 then 0 else 50 + n % 2950 end, 8000,
        case when n % 4 = 0 then 'mp4' else 'image' end, case when n % 4 = 0 then 'video' else 'image' end,
        'personal', ${idOf('3333', 'n * 10')}, n % 50, floor(exp((n::bigint * 7919 % 1000) / 140.0)) - 1,
        array[(array['woodcut','watercolour','neon','postcard','album'])[1 + n % 5]],
        ${timeOf(recipes)}, ${timeOf(recipes)}
      from generate_series(1, ${recipes}) n`,
    // Triggers are off during the bulk insert, so this statement does the work of the trigger that
    // notes the words of texts.
    words: `insert into search_words (word)
      select distinct word from workflows,
        unnest(tsvector_to_array(to_tsvector('simple',
          name || ' ' || description || ' ' || array_to_string(tags, ' ')))) word
      where word !~ '[0-9]' and length(word) between 3 and 40`,
    versions: `insert into workflow_versions (workflow_id, version, recipe, price, cost, license, created_at)
      select id, 1, '${RECIPE}', price, 0, license, created_at from workflows`,
    creations: `insert into creations (id, workflow_id, workflow_version, owner_id, inputs, public,
        media_id, created_at, delivered_at)
      select ${idOf('4444', 'n')}, ${idOf('2222', recipeOf)}, 1, ${idOf('1111', personOf)},
        '{"subject":"a lighthouse"}', n % 10 <> 3, ${idOf('3333', 'n')}, ${timeOf(creations)}, ${timeOf(creations)}
      from generate_series(1, ${creations}) n`,
    // The counting triggers would have written these rows.
    'tallies of recipes': `insert into workflow_tallies (output_kind, free, listed, summed)
      select output_kind, price = 0, count(*), true from workflows group by 1, 2`,
    'tallies of creations': `insert into creation_tallies (workflow_id, shown, summed)
      select workflow_id, count(*), true from creations where public group by 1`,
  }
}
