// One table of data, in one file so that each recipe's runs are found by its name.
import type { Run } from './run.ts'

/** What the house makes with each recipe besides its sample, by the recipe's file. */
export const FURTHER_CREATIONS: Readonly<Record<string, readonly Run[]>> = {
  'shape-study': [
    { by: 'tomas-vell', given: { theme: 'Sage, cream and rust', variation: '1' } },
    { by: 'lumen-lab', given: { theme: 'Foxes and owls in amber and navy', variation: '2' } },
    { by: 'ines.botha', given: { theme: 'Lemons in yellow, white and cobalt', variation: '4' } },
    { by: 'marit.olen', given: { theme: 'Sailing boats in turquoise and rust', variation: '5' } },
  ],
  'cut-paper': [
    { by: 'marit.olen', given: { picture: { madeWith: 'places-you-miss', run: 4 }, sheets: '9' } },
    { by: 'ines.botha', given: { picture: { madeWith: 'storybook-page', run: 3 }, sheets: '14' } },
    {
      by: 'tomas-vell',
      given: { picture: { madeWith: 'where-you-grew-up', run: 3 }, sheets: '6' },
    },
    { by: 'lumen-lab', given: { picture: { madeWith: 'herbarium-sheet', run: 2 }, sheets: '8' } },
  ],
  'one-reel': [
    {
      by: 'marit.olen',
      given: {
        opening: { madeWith: 'moving-postcard', run: 2 },
        closing: { madeWith: 'slow-camera', run: 1 },
      },
    },
  ],
  'twice-the-size': [
    { by: 'print-room', given: { picture: { madeWith: 'herbarium-sheet', run: 4 } } },
    { by: 'tomas-vell', given: { picture: { madeWith: 'herbarium-sheet', run: 3 } } },
  ],
  'herbarium-sheet': [
    { by: 'marit.olen', given: { plant: 'Blue irises and two butterflies' } },
    { by: 'lumen-lab', given: { plant: 'Orange lilies and a honeybee' } },
    { by: 'tomas-vell', given: { plant: 'Violet bluebells and a snail' } },
    { by: 'print-room', given: { plant: 'Pink peonies and a blackbird' } },
  ],
  'before-and-after': [
    {
      by: 'tomas-vell',
      given: {
        before: { madeWith: 'places-you-miss', run: 1 },
        after: { madeWith: 'photo-to-oil' },
        change: 'Dissolve',
      },
    },
  ],
  'two-ink-print': [
    {
      by: 'tomas-vell',
      given: { picture: { madeWith: 'where-you-grew-up', run: 2 }, inks: 'forest green and cream' },
    },
    {
      by: 'lumen-lab',
      given: { picture: { madeWith: 'pet-poster', run: 1 }, inks: 'black and teal' },
    },
    {
      by: 'marit.olen',
      given: { picture: { madeWith: 'places-you-miss', run: 2 }, inks: 'crimson and gold' },
    },
    {
      by: 'ines.botha',
      given: { picture: { madeWith: 'gallery-abstract', run: 1 }, inks: 'crimson and gold' },
    },
  ],
  'slow-camera': [
    {
      by: 'marit.olen',
      given: { still: { madeWith: 'gallery-abstract' }, move: 'Pan left', seconds: '4' },
    },
    {
      by: 'lumen-lab',
      given: { still: { madeWith: 'storybook-page', run: 2 }, move: 'Orbit', seconds: '3' },
    },
  ],
  'gallery-abstract': [
    {
      by: 'print-room',
      given: { feeling: 'bold', colours: 'crimson, navy, white', format: '3:4' },
    },
    {
      by: 'marit.olen',
      given: { feeling: 'dreamy', colours: 'lilac, apricot, mint', format: '1:1' },
    },
    { by: 'lumen-lab', given: { feeling: 'dark', colours: 'emerald, black, gold', format: '3:4' } },
    {
      by: 'ines.botha',
      given: { feeling: 'joyful', colours: 'yellow, pink, turquoise', format: '4:3' },
    },
  ],
  triptych: [{ by: 'lumen-lab', given: { feeling: 'bold', colours: 'cobalt, white, orange' } }],
  'photo-to-oil': [
    {
      by: 'reel.and.rest',
      given: { photo: { madeWith: 'places-you-miss', run: 4 }, strength: '1' },
    },
    {
      by: 'ines.botha',
      given: { photo: { madeWith: 'places-you-miss', run: 3 }, strength: '0.8' },
    },
    { by: 'lumen-lab', given: { photo: { madeWith: 'your-night-sky', run: 2 }, strength: '1' } },
    {
      by: 'print-room',
      given: { photo: { madeWith: 'places-you-miss', run: 2 }, strength: '0.8' },
    },
  ],
  'your-night-sky': [
    { by: 'marit.olen', given: { date: '19870302', night: 'A blue galaxy full of stars' } },
    { by: 'tomas-vell', given: { date: '20210821', night: 'A red nebula and the moon' } },
    { by: 'reel.and.rest', given: { date: '20000101', night: 'A gold and teal galaxy' } },
    { by: 'ines.botha', given: { date: '20240408', night: 'A pink nebula and a planet' } },
  ],
  'shop-sign': [
    {
      by: 'tomas-vell',
      given: {
        name: 'Pedal',
        mark: 'A bicycle',
        line: 'Repairs while you wait',
        colours: 'emerald and gold',
      },
    },
    {
      by: 'ines.botha',
      given: {
        name: 'Night Owl Books',
        mark: 'An owl on a book',
        line: '',
        colours: 'black and amber',
      },
    },
    {
      by: 'marit.olen',
      given: {
        name: 'Harbour',
        mark: 'An anchor',
        line: 'Fish and chips',
        colours: 'teal and cream',
      },
    },
    {
      by: 'lumen-lab',
      given: {
        name: 'Quill',
        mark: '',
        line: 'Letters and invitations',
        colours: 'navy and apricot',
      },
    },
  ],
  'birthday-card': [
    {
      by: 'print-room',
      given: {
        greeting: 'Happy birthday, Grandma',
        picture: 'A birthday cake',
        line: 'Eighty candles',
        colours: 'violet and pink',
      },
    },
    {
      by: 'lumen-lab',
      given: {
        greeting: 'Happy 40th, Tom',
        picture: 'A rocket',
        line: 'Still going up',
        colours: 'navy and gold',
      },
    },
    {
      by: 'marit.olen',
      given: {
        greeting: 'Many happy returns',
        picture: 'A hedgehog with a gift',
        line: '',
        colours: 'crimson and cream',
      },
    },
    {
      by: 'tomas-vell',
      given: {
        greeting: 'Lena is seven',
        picture: 'A penguin wearing a scarf',
        line: 'Hooray',
        colours: 'turquoise and yellow',
      },
    },
  ],
  'moving-postcard': [
    {
      by: 'reel.and.rest',
      given: { place: 'A snowy village at night under northern lights', camera: 'Zoom in' },
    },
    {
      by: 'tomas-vell',
      given: { place: 'A hot air balloon over the desert at dawn', camera: 'Pan left' },
    },
  ],
  'sketch-to-canvas': [
    {
      by: 'ines.botha',
      given: { subject: 'A sailing boat on a mountain lake at night, full moon' },
    },
    { by: 'marit.olen', given: { subject: 'A windmill in a meadow of flowers, morning' } },
  ],
  'storybook-page': [
    {
      by: 'lumen-lab',
      given: { scene: 'A bear and a rabbit in a meadow of flowers on a summer morning' },
    },
    { by: 'marit.olen', given: { scene: 'A girl and a robot on the moon' } },
    { by: 'tomas-vell', given: { scene: 'An elephant with a red balloon in a meadow at sunset' } },
    {
      by: 'print-room',
      given: { scene: 'A snowman and a penguin by a christmas tree in the snow' },
    },
  ],
  'four-hours': [
    { by: 'marit.olen', given: { place: 'A harbour with sailing boats', lettering: 'FALMOUTH' } },
    {
      by: 'ines.botha',
      given: { place: 'A castle above the sea, three birds', lettering: 'LONG AGO' },
    },
  ],
  'day-into-night': [
    { by: 'print-room', given: { place: 'A city with tall houses' } },
    { by: 'marit.olen', given: { place: 'A lighthouse by the sea and sailing boats' } },
  ],
  'save-the-date': [
    {
      by: 'marit.olen',
      given: {
        names: 'Josephine & Theo',
        day: 'The second of May, at noon',
        place: 'a palm beach',
        hour: 'sunset',
      },
    },
    {
      by: 'tomas-vell',
      given: {
        names: 'Mina + Luca',
        day: 'Save the date: 4 September 2027',
        place: 'a lake in the mountains',
        hour: 'day',
      },
    },
    {
      by: 'print-room',
      given: {
        names: 'Priya & Sam',
        day: '31 December 2027, come and dance',
        place: 'a city street',
        hour: 'night',
      },
    },
    {
      by: 'lumen-lab',
      given: {
        names: 'Ruth & Ida',
        day: 'Save the date: 18 July 2027',
        place: 'a castle in the hills with flowers',
        hour: 'day',
      },
    },
  ],
  'pet-poster': [
    { by: 'print-room', given: { pet: 'A cat', name: 'Milo', colours: 'crimson and gold' } },
    {
      by: 'ines.botha',
      given: { pet: 'A rabbit with a carrot', name: 'Clover', colours: 'pink and mint' },
    },
    { by: 'tomas-vell', given: { pet: 'A parrot', name: 'Captain', colours: 'yellow and blue' } },
    {
      by: 'marit.olen',
      given: { pet: 'A poodle wearing sunglasses', name: 'Coco', colours: 'navy and apricot' },
    },
  ],
  'travel-poster': [
    {
      by: 'marit.olen',
      given: { place: 'A hot air balloon over the hills', lettering: 'CAPPADOCIA', hour: 'dawn' },
    },
    {
      by: 'lumen-lab',
      given: { place: 'An astronaut on the moon', lettering: 'TRANQUILITY', hour: 'night' },
    },
    {
      by: 'tomas-vell',
      given: { place: 'The Eiffel Tower and a bicycle', lettering: 'PARIS', hour: 'day' },
    },
    {
      by: 'ines.botha',
      given: {
        place: 'A polar bear on the ice, northern lights',
        lettering: 'SVALBARD',
        hour: 'night',
      },
    },
  ],
  'where-you-grew-up': [
    {
      by: 'marit.olen',
      given: {
        town: 'Whitby',
        land: 'a harbour with a lighthouse and sailing boats',
        hour: 'night',
        line: '',
      },
    },
    {
      by: 'tomas-vell',
      given: {
        town: 'Ambleside',
        land: 'a village in the hills with a church',
        hour: 'day',
        line: 'Church Street 12',
      },
    },
    {
      by: 'ines.botha',
      given: { town: 'Tucson', land: 'a desert with cacti', hour: 'sunset', line: 'AZ 85701' },
    },
    {
      by: 'lumen-lab',
      given: {
        town: 'Falun',
        land: 'a cabin in the forest with a deer',
        hour: 'dawn',
        line: '1991 – 2009',
      },
    },
  ],
  'places-you-miss': [
    {
      by: 'tomas-vell',
      given: { place: 'A farmhouse and an oak tree in a meadow of red poppies, summer' },
    },
    {
      by: 'reel.and.rest',
      given: { place: 'Two deer in the snow at night under northern lights' },
    },
    { by: 'ines.botha', given: { place: 'A cabin by a lake in the forest on a summer day' } },
    { by: 'lumen-lab', given: { place: 'Cherry blossom by a pagoda in spring, golden hour' } },
  ],
}
