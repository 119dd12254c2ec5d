import { type Colour, hex } from './colour.ts'

export type Place =
  | 'mountains'
  | 'sea'
  | 'desert'
  | 'forest'
  | 'city'
  | 'meadow'
  | 'lake'
  | 'snowfield'
  | 'tropics'
  | 'space'
  | 'garden'

export type Time = 'dawn' | 'day' | 'golden' | 'sunset' | 'dusk' | 'night'

export type Weather = 'clear' | 'cloudy' | 'mist' | 'rain' | 'snow' | 'storm' | 'aurora' | 'rainbow'
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'
export type Mood = 'calm' | 'joyful' | 'dark' | 'dreamy' | 'bold' | 'wistful'

export type Subject =
  | 'sun'
  | 'moon'
  | 'stars'
  | 'birds'
  | 'boat'
  | 'lighthouse'
  | 'house'
  | 'balloon'
  | 'cat'
  | 'dog'
  | 'fox'
  | 'deer'
  | 'rabbit'
  | 'owl'
  | 'whale'
  | 'fish'
  | 'butterfly'
  | 'person'
  | 'tree'
  | 'palm'
  | 'cactus'
  | 'flower'
  | 'mushroom'
  | 'heart'
  | 'planet'
  | 'rocket'
  | 'train'
  | 'castle'
  | 'coffee'
  | 'fire'
  | 'mountain'
  | 'wave'
  | 'leaf'
  | 'bicycle'
  | 'guitar'
  | 'fruit'
  | 'horse'
  | 'elephant'
  | 'bear'
  | 'umbrella'
  | 'windmill'

/** One line of words for each meaning; `findMeaning` finds plurals and simple endings. */
const line = (words: string) => words.trim().split(/\s+/)

export const PLACE_WORDS: Record<Place, string[]> = {
  mountains: line(
    'mountain peak summit alps alpine ridge cliff highland himalaya andes fjord valley canyon volcano hike climb everest fuji',
  ),
  sea: line(
    'sea ocean wave coast shore beach harbour harbor bay tide sailor sail surf cliffside seaside atlantic pacific marina',
  ),
  desert: line('desert dune sahara mesa arid cactus sand camel oasis nomad mars martian gobi'),
  forest: line(
    'forest wood woodland pine jungle grove redwood rainforest fern taiga woods fairytale',
  ),
  city: line(
    'city town skyline street urban tokyo york london paris berlin skyscraper rooftop downtown metropolis neon cyberpunk traffic subway hongkong shanghai chicago building tower bridge cafe',
  ),
  meadow: line(
    'meadow field hill prairie grass countryside farm pasture wheat village tuscany hay vineyard valleys shire picnic',
  ),
  lake: line('lake pond river mirror reflection lagoon canoe waterfall stream loch'),
  snowfield: line(
    'arctic antarctic polar glacier tundra ice iceberg snowfield igloo ski lapland frozen',
  ),
  tropics: line(
    'tropics tropical island palm hawaii caribbean bali coconut paradise holiday vacation miami',
  ),
  space: line(
    'space galaxy nebula cosmos cosmic planet universe orbit astronaut saturn jupiter interstellar asteroid comet constellation milky starfield alien eclipse',
  ),
  garden: line(
    'garden bouquet floral botanical herb greenhouse orchard blossom petal plant fern herbarium wildflower',
  ),
}

export const TIME_WORDS: Record<Time, string[]> = {
  dawn: line('dawn sunrise morning daybreak early awakening breakfast'),
  day: line('day noon daytime midday bright daylight afternoon'),
  golden: line('golden honey amber warm glowing harvest'),
  sunset: line('sunset sundown evening ember fiery blaze crimson'),
  dusk: line('dusk twilight gloaming violet blue-hour'),
  night: line(
    'night midnight moonlight moonlit nocturne nocturnal starry starlight dark nighttime insomnia',
  ),
}

export const WEATHER_WORDS: Record<Weather, string[]> = {
  clear: line('clear cloudless crisp'),
  cloudy: line('cloud cloudy overcast fluffy sky'),
  mist: line('mist misty fog foggy haze hazy smoke veil ethereal steam'),
  rain: line('rain rainy drizzle shower wet monsoon umbrella'),
  snow: line('snow snowy snowfall blizzard flurry snowflake christmas'),
  storm: line('storm stormy thunder lightning tempest hurricane thunderstorm'),
  aurora: line('aurora borealis northern-lights polar-lights'),
  rainbow: line('rainbow'),
}

export const SEASON_WORDS: Record<Season, string[]> = {
  spring: line('spring april may blossom cherry sakura bloom easter'),
  summer: line('summer june july august sunny'),
  autumn: line('autumn fall october november maple harvest pumpkin halloween'),
  winter: line('winter december january february cold frost frosty icy christmas'),
}

export const MOOD_WORDS: Record<Mood, string[]> = {
  calm: line(
    'calm quiet peaceful serene still gentle silence tranquil soft zen slow sleep sleepy minimal',
  ),
  joyful: line(
    'happy joy joyful playful cheerful fun party birthday celebration carnival festival dance lively',
  ),
  dark: line('dark gloomy noir gothic sinister haunted scary grim shadow eerie horror'),
  dreamy: line(
    'dream dreamy surreal magic magical fairy fantasy enchanted whimsical floating wonder ethereal mystic',
  ),
  bold: line(
    'bold loud vivid electric vibrant energy power punk rock intense epic wild neon retro pop jazz',
  ),
  wistful: line(
    'wistful melancholy lonely lonesome sad nostalgia nostalgic longing memory lost forgotten blue farewell',
  ),
}

export const SUBJECT_WORDS: Record<Subject, string[]> = {
  sun: line('sun sunrise sunset sunny sunlight'),
  moon: line('moon moonlight moonlit lunar crescent luna'),
  stars: line('star starry starlight constellation milky'),
  birds: line(
    'bird flock crow raven gull seagull swallow crane goose geese eagle swan heron sparrow',
  ),
  boat: line('boat sailboat ship sail sailing canoe yacht regatta vessel sailor'),
  lighthouse: line('lighthouse beacon'),
  house: line('house cabin cottage hut home chalet village barn farmhouse'),
  balloon: line('balloon airship zeppelin'),
  cat: line('cat kitten kitty feline'),
  dog: line('dog puppy hound'),
  fox: line('fox foxes'),
  deer: line('deer stag reindeer elk moose fawn'),
  rabbit: line('rabbit bunny hare'),
  owl: line('owl'),
  whale: line('whale orca dolphin humpback'),
  fish: line('fish koi salmon goldfish'),
  butterfly: line('butterfly butterflies moth'),
  person: line(
    'person man woman girl boy traveler traveller wanderer hiker monk child friend lover couple figure pilgrim astronaut dancer surfer',
  ),
  tree: line('tree oak willow maple birch cherry sakura bonsai'),
  palm: line('palm coconut'),
  cactus: line('cactus cacti saguaro'),
  flower: line(
    'flower rose tulip poppy daisy lily lavender sunflower lotus blossom bloom wildflower orchid peony bouquet floral petal dahlia',
  ),
  mushroom: line('mushroom toadstool fungi'),
  heart: line('heart love valentine romance wedding'),
  planet: line('planet saturn jupiter mars ring orbit'),
  rocket: line('rocket spaceship spacecraft launch'),
  train: line('train railway locomotive railroad'),
  castle: line('castle fortress palace kingdom'),
  coffee: line('coffee tea cup cafe espresso latte breakfast'),
  fire: line('fire campfire bonfire flame candle'),
  mountain: line('mountain peak summit alps volcano fuji'),
  wave: line('wave surf tide kanagawa tsunami'),
  leaf: line('leaf leaves fern monstera eucalyptus'),
  bicycle: line('bicycle bike cycling cyclist'),
  guitar: line('guitar music song concert band jazz blues'),
  fruit: line('fruit apple citrus pear'),
  horse: line('horse pony stallion unicorn'),
  elephant: line('elephant'),
  bear: line('bear grizzly'),
  umbrella: line('umbrella parasol'),
  windmill: line('windmill turbine'),
}

const COLOUR_LINES: Array<[string, string]> = [
  ['#c8102e', 'red scarlet ruby'],
  ['#a4133c', 'crimson burgundy maroon wine'],
  ['#ff6f61', 'coral salmon'],
  ['#f77f00', 'orange tangerine'],
  ['#e9a20c', 'amber ochre mustard'],
  ['#f5c518', 'yellow lemon sunflower'],
  ['#d9a441', 'gold golden honey'],
  ['#b5651d', 'copper bronze rust terracotta'],
  ['#6b4226', 'brown chestnut chocolate'],
  ['#5aa02c', 'green grass'],
  ['#0b8457', 'emerald jade'],
  ['#9bc53d', 'lime chartreuse'],
  ['#7d8c3a', 'olive moss'],
  ['#8fb996', 'sage mint'],
  ['#1f8a8a', 'teal'],
  ['#22c1c3', 'turquoise cyan aqua'],
  ['#2667d8', 'blue azure sapphire cobalt'],
  ['#1b2a6b', 'navy indigo'],
  ['#7b4fd0', 'purple violet'],
  ['#a88bd8', 'lavender lilac'],
  ['#d0308f', 'magenta fuchsia'],
  ['#f29cb7', 'pink rose blush'],
  ['#ffcba4', 'peach apricot'],
  ['#f4efe6', 'white ivory cream'],
  ['#8c8f94', 'grey gray silver monochrome'],
  ['#15161a', 'black ebony obsidian ink'],
  ['#ff2fb3', 'neon'],
  ['#e8d8b9', 'beige sand sepia vintage'],
]

export const COLOUR_WORDS: ReadonlyMap<string, Colour> = new Map(
  COLOUR_LINES.flatMap(([code, words]) =>
    line(words).map((word): [string, Colour] => [word, hex(code)]),
  ),
)

export const COUNT_WORDS: ReadonlyMap<string, number> = new Map([
  ['two', 2],
  ['pair', 2],
  ['couple', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['seven', 7],
  ['several', 5],
  ['many', 9],
  ['flock', 12],
  ['swarm', 14],
  ['fleet', 6],
  ['field', 9],
])

export const STOP_WORDS = new Set(
  line(`a an the and or of in on at to for with by from over under above below into through across near beside
  behind between is are was be as its it this that these those his her their our my your very some all while
  where when who which against around along up down out off one picture image photo painting illustration
  poster drawing style art render of high quality detailed beautiful make create draw paint generate please many several`),
)
