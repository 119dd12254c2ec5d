import type { Place } from '../drawing/lexicon.ts'
import type { Member } from '../drawing/read-cast.ts'

const HOMES: [Place, string][] = [
  [
    'sea',
    'whale dolphin shark octopus squid jellyfish lobster crab seal boat-by-hand ship pirate-ship-by-hand tall-ship-by-hand viking-ship-by-hand submarine-by-hand pier-by-hand passenger-ship ferry speedboat motor-boat person-surfing person-merpeople pirate-by-hand anchor tugboat-by-hand sailor-by-hand fisherman-by-hand',
  ],
  [
    'lake',
    'heron-by-hand swan duck fish tropical-fish frog-by-hand otter beaver canoe lotus person-rowing-boat person-swimming paper-boat-by-hand goose',
  ],
  ['moon', 'astronaut-by-hand'],
  [
    'snowfield',
    'penguin polar-bear-by-hand snowman person-skiing skier snowboarder sled santa-by-hand mammoth ice-skate skis igloo-by-hand iceberg-by-hand',
  ],
  [
    'forest',
    'fox-by-hand deer owl bear-by-hand wolf-by-hand badger hedgehog chipmunk mushroom brown-mushroom raccoon-by-hand gnome-by-hand elf-by-hand troll unicorn-by-hand person-fairy tent camping bat sloth moose-by-hand treehouse-by-hand waterfall-by-hand werewolf-by-hand',
  ],
  ['desert', 'cowboy-by-hand baobab-by-hand camel two-hump-camel scorpion'],
  [
    'tropics',
    'crocodile-by-hand parrot monkey flamingo coconut pineapple tropical-drink umbrella-on-ground turtle moai sandcastle-by-hand volcano deck-chair-by-hand',
  ],
  [
    'mountains',
    'goat mountain-cableway llama eagle person-climbing dragon mount-fuji hiker-by-hand viking-by-hand',
  ],
  [
    'street',
    'automobile taxi bus police-car ambulance fire-engine motor-scooter street-lamp-by-hand telephone-box-by-hand shopping-cart minibus racing-car auto-rickshaw tram-car postbox stop-sign skateboard-by-hand stall-by-hand convenience-store vending-machine-by-hand cart-by-hand food-truck-by-hand ice-cream-van-by-hand parking-meter-by-hand vertical-traffic-light postman-by-hand metro station excavator-by-hand cement-mixer-by-hand',
  ],
  [
    'city',
    'tokyo-tower eiffel-tower-by-hand statue-of-liberty office-building hotel superhero-by-hand',
  ],
]

const PLACES = new Map(
  HOMES.flatMap(([place, names]) => names.split(' ').map((name) => [name, place] as const)),
)

const INDOORS = new Set([
  'chair',
  'mirror',
  'bed',
  'sofa-by-hand',
  'armchair-by-hand',
  'throne-by-hand',
  'fireplace-by-hand',
  'piano-by-hand',
  'bookshelf-by-hand',
  'grandfather-clock-by-hand',
  'stove-by-hand',
  'fridge-by-hand',
  'pillow-by-hand',
  'record-player-by-hand',
  'waiter-by-hand',
  'barber-by-hand',
  'television',
  'bathtub',
  'toilet',
  'table-by-hand',
  'window',
  'framed-picture',
  'door',
  'desktop-computer',
  'table-lamp-by-hand',
  'washing-machine-by-hand',
  'cot-by-hand',
  'blackboard-by-hand',
  'wardrobe-by-hand',
  'drawers-by-hand',
  'sink-by-hand',
  'chandelier-by-hand',
  'bunk-bed-by-hand',
  'rocking-horse-by-hand',
  'drum-kit-by-hand',
  'librarian-by-hand',
  'tailor-by-hand',
  'judge-by-hand',
  'ballerina-by-hand',
  'harp-by-hand',
  'sewing-machine-by-hand',
])

/** Where figures are at home, for words that name no place. */
export function placeOfCast(cast: readonly Member[]): Place | undefined {
  if (cast.some(({ name }) => INDOORS.has(name))) return 'room'
  for (const { name } of cast) {
    const place = PLACES.get(name)
    if (place) return place
  }
  const still = cast.every(
    ({ kind, metres }) => ['food', 'thing', 'clothes'].includes(kind) && metres < 0.8,
  )
  if (cast.length > 0 && still) return 'room'
  return cast.some(({ kind }) => kind === 'person' || kind === 'animal' || kind === 'plant')
    ? 'meadow'
    : undefined
}
