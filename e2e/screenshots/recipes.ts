import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'

type Recipe = Omit<RecipeDocument, 'user_id'>

const LONG_NAME =
  'Die Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenherstellung im Morgenlicht, gemalt'

export const LONGEST_USERNAME = 'kapitaensmuetzenabzeichen'.repeat(3).slice(0, 64)

const common = { cost: 0, license: 'commercial', output_type: 'image' } as const

/** A name without a place for a line break, a long text, and the highest price. */
export const longNames: Recipe = {
  ...common,
  name: LONG_NAME,
  description:
    'A description that somebody took their time over. It names the light, the paper, the ink and the weather; it explains what to write and what to leave out; and it goes on a little longer than anybody needs, because people do. https://example.com/a/very/long/address/that/cannot/be/broken/anywhere/at/all/and/goes/on',
  price: 100_000,
  generation_time: 754_000,
  inputs: [
    {
      key: 'place',
      type: 'text',
      display_name: 'The place, as you remember it on the last evening before you left it for good',
      description: 'A lake, a street, a kitchen',
      max_length: 120,
    },
  ],
  steps: [{ id: 'draw', function_type: 'text_to_image', provider: 'local', prompt: '{{place}}' }],
  output: 'draw',
}

/** A recipe without inputs, which leaves nothing to remix. */
export const stepless: Recipe = {
  ...common,
  name: 'As It Stands',
  description: 'The same sun each time, drawn anew.',
  price: 0,
  generation_time: 2000,
  inputs: [],
  steps: [{ id: 'draw', function_type: 'text_to_image', provider: 'local', prompt: 'A sun' }],
  output: 'draw',
}

/** One input of each kind; priced, so that the wizard leads to the paywall. */
export const everyInput: Recipe = {
  ...common,
  name: 'The Whole Orchestra',
  description: 'Asks for one of everything and paints a single picture of it.',
  price: 450,
  generation_time: 30_000,
  inputs: [
    {
      key: 'title',
      type: 'text',
      display_name: 'Title',
      description: 'A few words',
      max_length: 80,
    },
    {
      key: 'story',
      type: 'text',
      multiline: true,
      max_length: 500,
      display_name: 'Story',
      description: 'What happens in the picture',
    },
    {
      key: 'mood',
      type: 'text',
      display_name: 'Mood',
      description: 'How it should feel',
      options: ['Calm', 'Golden', 'Misty', 'Stormy'],
    },
    {
      key: 'palette',
      type: 'text',
      display_name: 'Palette',
      description: 'The colours it is printed in',
      options: ['Ember', 'Harbour', 'Meadow', 'Clay', 'Ink', 'Frost', 'Saffron'],
    },
    {
      key: 'photo',
      type: 'image',
      display_name: 'Photograph',
      description: 'A place or a face, well lit',
      image_size: '1024x768',
    },
    {
      key: 'film',
      type: 'video',
      required: false,
      display_name: 'Film',
      description: 'A few seconds',
    },
    {
      key: 'sound',
      type: 'audio',
      required: false,
      display_name: 'Sound',
      description: 'Its music',
    },
    {
      key: 'seconds',
      type: 'number',
      required: false,
      min: 2,
      max: 8,
      display_name: 'Seconds',
      description: 'From 2 to 8',
    },
  ],
  steps: [
    {
      id: 'draw',
      function_type: 'text_to_image',
      provider: 'local',
      prompt: '{{title}} {{story}}',
    },
  ],
  output: 'draw',
}

const COATS = 14

/** Takes long enough for a screenshot of its progress. */
export const manyCoats: Recipe = {
  ...common,
  name: 'Fourteen Coats of Paint',
  description: 'One motif, painted over until nothing is left of the first drawing.',
  price: 0,
  generation_time: 40_000,
  inputs: [
    {
      key: 'motif',
      type: 'text',
      display_name: 'Motif',
      description: 'What to paint',
      max_length: 200,
    },
    { key: 'photo', type: 'image', required: false, display_name: 'Photograph', description: '' },
  ],
  steps: [
    { id: 'coat_0', function_type: 'text_to_image', provider: 'local', prompt: '{{motif}}' },
    ...Array.from({ length: COATS }, (_, index) => ({
      id: `coat_${index + 1}`,
      function_type: 'image_to_image',
      provider: 'local',
      first_image: `{{coat_${index}}}`,
      params: { style: 'oil' },
    })),
  ],
  output: `coat_${COATS}`,
}

/** A priced recipe that a creator publishes for sale. */
export const forSale: Recipe = {
  ...common,
  name: 'Harbour Lights',
  description: 'A harbour of your own, drawn at the hour you name, with its lamps already lit.',
  price: 400,
  generation_time: 4000,
  inputs: [
    {
      key: 'hour',
      type: 'text',
      display_name: 'The hour',
      description: 'Blue hour, a windy noon',
      max_length: 120,
    },
  ],
  steps: [
    {
      id: 'draw',
      function_type: 'text_to_image',
      provider: 'local',
      prompt: 'a harbour with boats, {{hour}}',
      params: { style: 'landscape', aspect: '4:3' },
    },
  ],
  output: 'draw',
}
