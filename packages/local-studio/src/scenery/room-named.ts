import { formsOf } from '../drawing/meanings.ts'
import type { Member } from '../drawing/read-cast.ts'

export type Room =
  | 'plain'
  | 'living'
  | 'kitchen'
  | 'bedroom'
  | 'bathroom'
  | 'library'
  | 'cafe'
  | 'classroom'
  | 'workshop'
  | 'stable'
  | 'theatre'
  | 'gym'
  | 'shop'
  | 'office'
  | 'salon'
  | 'gallery'
  | 'attic'
  | 'disco'
  | 'lift'

const words = (text: string) => text.split(' ')

/** What a room is for, by the words that name the room or a part of it. */
const BY_WORD: [Room, string[]][] = [
  ['kitchen', words('kitchen')],
  ['bedroom', words('bedroom bedtime hotel-room nursery')],
  ['bathroom', words('bathroom')],
  ['library', words('library bookshop bookstore')],
  [
    'cafe',
    words(
      'cafe café restaurant bar pub bakery bistro diner coffee-shop tearoom patisserie canteen',
    ),
  ],
  ['classroom', words('classroom kindergarten')],
  ['workshop', words('workshop garage shed cellar basement')],
  ['stable', words('stable stables')],
  ['theatre', words('stage theatre theater opera concert ballet')],
  ['gym', words('gym gymnasium')],
  ['shop', words('supermarket grocery corner-shop sweet-shop toy-shop pet-shop')],
  ['office', words('office study')],
  ['salon', words('hairdresser salon barber-shop barbershop barber hair-salon')],
  ['gallery', words('gallery exhibition')],
  ['attic', words('attic loft')],
  ['disco', words('disco nightclub ballroom')],
  ['lift', words('elevator')],
  ['living', words('livingroom living-room lounge fireside')],
]

/** What a room is for, by the furniture that the words name. */
const BY_FIGURE: [Room, string[]][] = [
  ['bathroom', words('bathtub toilet person-taking-bath rubber-duck-by-hand')],
  ['kitchen', words('stove-by-hand fridge-by-hand')],
  ['bedroom', words('bed bunk-bed-by-hand cot-by-hand wardrobe-by-hand')],
  ['library', words('bookshelf-by-hand librarian-by-hand')],
  ['cafe', words('waiter-by-hand')],
  ['salon', words('barber-by-hand')],
  ['classroom', words('blackboard-by-hand')],
  ['theatre', words('ballerina-by-hand')],
  ['living', words('sofa-by-hand fireplace-by-hand piano-by-hand television')],
]

export function roomNamed(spoken: readonly string[], cast: readonly Member[]): Room {
  const pairs = spoken.map((word, i) => `${word}-${spoken[i + 1] ?? ''}`)
  const forms = [...pairs, ...spoken].flatMap(formsOf)
  return (
    BY_WORD.find(([, names]) => forms.some((form) => names.includes(form)))?.[0] ??
    BY_FIGURE.find(([, names]) => cast.some(({ name }) => names.includes(name)))?.[0] ??
    'plain'
  )
}
