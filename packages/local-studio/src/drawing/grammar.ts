import { STOP_WORDS } from './lexicon.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** How one figure stands to another. */
export type Relation =
  | 'on'
  | 'in'
  | 'under'
  | 'above'
  | 'behind'
  | 'front'
  | 'beside'
  | 'wears'
  | 'holds'

export const RELATIONS: ReadonlyMap<string, Relation> = new Map([
  ...words('on atop upon onto riding rides ride driving drives').map(
    (word) => [word, 'on'] as const,
  ),
  ...words('in inside into').map((word) => [word, 'in'] as const),
  ...words('under beneath below underneath').map((word) => [word, 'under'] as const),
  ...words('over above').map((word) => [word, 'above'] as const),
  ...words('behind').map((word) => [word, 'behind'] as const),
  ...words('before').map((word) => [word, 'front'] as const),
  ...words('beside near by and with next alongside plus').map((word) => [word, 'beside'] as const),
  ...words('wearing wears wear').map((word) => [word, 'wears'] as const),
  ...words(
    'holding holds carrying carries eating eats drinking drinks playing plays reading reads having sharing has selling throwing kicking',
  ).map((word) => [word, 'holds'] as const),
])

/** Words between a noun and its article or count that name no thing and promise no sight. */
export const QUIET = new Set([
  ...STOP_WORDS,
  ...words(`old young new lovely pretty cute sweet nice happy sad little small tiny big large huge giant tall long
  short favourite favorite beloved dear best own good great perfect simple gentle warm cold cosy cozy quiet
  sunny fresh hot rainy wild free funny silly proud brave sleepy lazy wise kind friendly beautiful
  standing sitting sits stands walking walks sleeping sleeps lying lies looking looks watching watches watch waiting
  waits resting running runs flying flies sailing sails swimming swims floating floats jumping jumps going goes
  coming having living lives made full like just only also too really there here then than not no yes am were been
  being do does did can could will would should may might must please want wants love loves like likes
  dressed us him them he she they we you i me mine scene view style design card image portrait sign everything
  something background foreground middle centre center side top bottom front back left right end
  let's lets get give show me him wedding birthday christmas anniversary mother's father's day gift
  look seen under covered surrounded filled
  saying says reads text words title called named grew wooden full first making made way steaming piece slice mount asleep leaning hanging gone whole home old-fashioned next hour time times moment evening light bright dark deep soft
  colour color colourful colorful colours vibrant vivid bold modern classic retro vintage minimal minimalist abstract
  cartoon illustration watercolour watercolor oil painted sketch print anime realistic photo travel postcard
  two-people playing reading eating drinking holding carrying wearing riding driving talking laughing smiling
  singing dancing celebrating cooking baking fishing hiking camping climbing travelling traveling dreaming
  after before during late maybe let last getting got about both far apart always again once sure instead today away
  without together everyone everybody never ever still much more most other another same such own around
  thank thanks wanted see finds find trying use using buying selling losing counting telling asked asking
  waving pouring pushing pulling pulled pulling catching passing crossing getting turns turning hidden hiding lost
  everywhere lots bit feel feels feeling say said think thinking who's it's i've he's she's there's don't
  brushing combing mixing stirring guarding leading chasing chases carrying listening complaining
  dusty muddy messy broken empty narrow windy peeling thoughtful grumpy angry tired sticky
  growing blooming falling shining glowing rising setting arrive arrives arrived arriving came comes went stays
  stayed meet met visited spent remember remembered married moved began ended single low`),
])

/** A small word before which a word that could be a verb is a noun: "a watch", "my fly". */
export const DETERMINERS = new Set(
  words(
    "a an the my our your his her their its this that these those some every each one no another i'm",
  ),
)

/** Nouns that are verbs as often: things only behind a determiner, a number or an adjective. */
export const ALSO_VERBS = new Set(
  words(
    'watch fly fish rock duck seal swing drum ring bow tie key bat box brush swallow park bug pen match can saw cook baker frame mask slide bowl light map iron plane letter present guard wrap toast pan stew pie mirror camp cooking',
  ),
)

export const SIZES: ReadonlyMap<string, number> = new Map([
  ...words('giant huge enormous gigantic massive').map((word) => [word, 2.1] as const),
  ...words('big large').map((word) => [word, 1.3] as const),
  ...words('small little').map((word) => [word, 0.82] as const),
  ...words('tiny miniature').map((word) => [word, 0.6] as const),
])

/** Groups that one word names. */
export const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['couple', ['man', 'woman']],
  ['lovers', ['man', 'woman']],
  ['newlyweds', ['bride', 'groom']],
  ['family', ['man', 'woman', 'child']],
  ['parents', ['man', 'woman']],
  ['grandparents', ['grandmother', 'grandfather']],
  ['friends', ['woman', 'man']],
  ['people', ['man', 'woman']],
  ['children', ['girl', 'boy']],
  ['kids', ['girl', 'boy']],
  ['siblings', ['girl', 'boy']],
  ['twins', ['boy', 'boy']],
])

/** A town is drawn as a town and with what makes the town known. */
export const LANDMARKS: ReadonlyMap<string, string> = new Map([
  ['paris', 'eiffel tower'],
  ['tokyo', 'tokyo tower'],
  ['york', 'statue of liberty'],
  ['london', 'telephone box'],
  ['kyoto', 'shinto shrine'],
])
