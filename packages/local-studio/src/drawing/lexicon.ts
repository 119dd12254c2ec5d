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
  | 'beach'
  | 'street'
  | 'room'
  | 'moon'
  | 'underwater'

export type Time = 'dawn' | 'day' | 'golden' | 'sunset' | 'dusk' | 'night'

export type Weather = 'clear' | 'cloudy' | 'mist' | 'rain' | 'snow' | 'storm' | 'aurora' | 'rainbow'
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'
export type Mood = 'calm' | 'joyful' | 'dark' | 'dreamy' | 'bold' | 'wistful'

/** What belongs to the scenery and is painted with it; every other thing is a figure. */
export type Subject =
  | 'sun'
  | 'moon'
  | 'stars'
  | 'birds'
  | 'lighthouse'
  | 'house'
  | 'balloon'
  | 'tree'
  | 'palm'
  | 'cactus'
  | 'flower'
  | 'planet'
  | 'castle'
  | 'fire'
  | 'mountain'
  | 'wave'
  | 'windmill'
  | 'neon'
  | 'fireworks'
  | 'blossom'

/** One line of words for each meaning; `findMeaning` finds plurals and simple endings. */
const line = (words: string) => words.trim().split(/\s+/)

export const PLACE_WORDS: Record<Place, string[]> = {
  mountains: line(
    'mountain peak summit alps alpine ridge highland himalaya andes fjord valley canyon volcano everest fuji cliff',
  ),
  sea: line('sea ocean wave harbour harbor bay tide surf seaside atlantic pacific marina'),
  beach: line('beach shore coast seashore'),
  desert: line('desert dune sahara cappadocia mesa arid cactus sand gobi mars'),
  forest: line(
    'forest wood woods woodland pine fir spruce conifer jungle grove redwood rainforest taiga',
  ),
  street: line('street road lane alley avenue boulevard pavement sidewalk'),
  city: line(
    'city town skyline urban downtown metropolis cyberpunk skyscraper tokyo york london paris berlin shanghai chicago rome barcelona lisbon istanbul',
  ),
  meadow: line(
    'meadow field hill prairie savanna savannah grass lawn countryside pasture tuscany shire park picnic',
  ),
  lake: line('lake pond lagoon loch river'),
  snowfield: line(
    'arctic antarctic antarctica polar glacier tundra ice snowfield lapland north-pole',
  ),
  tropics: line('tropics tropical island palm hawaii caribbean bali'),
  space: line(
    'space galaxy nebula cosmos cosmic planet universe orbit saturn jupiter interstellar milky',
  ),
  garden: line('garden greenhouse orchard bouquet floral botanical herbarium herb'),
  room: line(
    'room kitchen bedroom bathroom library bookstore classroom workshop garage stable stage theatre theater opera concert ballet gym gymnasium living-room lounge gallery nursery disco nightclub ballroom diner bistro bakery coffee-shop barber-shop barbershop hair-salon toy-shop sweet-shop pet-shop hotel-room grocery ceiling elevator hairdresser salon livingroom cafe restaurant bar pub shop office studio classroom indoors fireside windowsill window attic bookshop supermarket',
  ),
  moon: line('on-the-moon lunar'),
  underwater: line('underwater seabed reef undersea'),
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
  cloudy: line('cloud cloudy overcast fluffy'),
  mist: line('mist misty fog foggy haze hazy smoke veil ethereal steam'),
  rain: line('rain rainy drizzle shower wet monsoon'),
  snow: line('snow snowy snowfall snowstorm blizzard flurry snowflake christmas'),
  storm: line('storm stormy thunder lightning tempest hurricane thunderstorm'),
  aurora: line('aurora borealis northern-lights polar-lights northern'),
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
  sun: line('sun sunrise sunset sunlight sunshine'),
  moon: line('moon moonlight crescent'),
  stars: line('star stars starlight constellation'),
  birds: line('birds flock crows ravens gulls seagulls swallows geese sparrows'),
  lighthouse: line('lighthouse beacon'),
  house: line('house cabin cottage home chalet village barn farmhouse farm'),
  balloon: line('hot-air-balloon airship'),
  tree: line('tree oak willow maple birch bonsai'),
  palm: line('palm'),
  cactus: line('cactus cacti saguaro'),
  flower: line(
    'flower poppy lily wildflower orchid peony dahlia iris bluebell daffodil snowdrop geranium buttercup marigold cornflower hydrangea pansy magnolia azalea jasmine',
  ),
  planet: line('planet saturn jupiter'),
  castle: line('castle fortress palace'),
  fire: line('fire campfire bonfire flame'),
  mountain: line('mountain peak summit alps'),
  wave: line('wave surf tsunami'),
  windmill: line('windmill'),
  neon: line('neon-sign neon'),
  fireworks: line('fireworks firework'),
  blossom: line('blossom cherry-blossom sakura'),
}

const COLOUR_LINES: Array<[string, string]> = [
  ['#c8102e', 'red scarlet ruby'],
  ['#a4133c', 'crimson burgundy maroon'],
  ['#ff6f61', 'coral'],
  ['#f77f00', 'orange'],
  ['#e9a20c', 'amber ochre mustard'],
  ['#f5c518', 'yellow'],
  ['#d9a441', 'gold golden'],
  ['#b5651d', 'copper bronze rust terracotta'],
  ['#6b4226', 'brown'],
  ['#5aa02c', 'green'],
  ['#0b8457', 'emerald jade'],
  ['#9bc53d', 'chartreuse'],
  ['#7d8c3a', 'moss'],
  ['#8fb996', 'sage mint'],
  ['#1f8a8a', 'teal'],
  ['#22c1c3', 'turquoise cyan aqua'],
  ['#2667d8', 'blue azure sapphire cobalt'],
  ['#1b2a6b', 'navy indigo'],
  ['#7b4fd0', 'purple violet'],
  ['#a88bd8', 'lilac'],
  ['#d0308f', 'magenta fuchsia'],
  ['#f29cb7', 'pink blush'],
  ['#ffcba4', 'apricot'],
  ['#f4efe6', 'white ivory cream'],
  ['#8c8f94', 'grey gray silver monochrome'],
  ['#15161a', 'black ebony obsidian ink'],
  ['#e8d8b9', 'beige sepia'],
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
