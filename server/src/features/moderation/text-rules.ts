import type { ContentPolicy } from '@vignette/contract/content-policy.ts'

export type Category =
  | 'sexual'
  | 'minors'
  | 'non_consensual'
  | 'hate'
  | 'violence'
  | 'self_harm'
  | 'illegal'
  | 'impersonation'

export interface TextRule {
  id: string
  category: Category
  /** One phrase of each group, in any order, at most `within` words apart. */
  groups: readonly (readonly string[])[]
  within: number
  /** Holds under this policy alone; absent, under each. */
  under?: ContentPolicy
  /** The second group's phrase only counts after the first group's. */
  ordered?: boolean
}

const list = (text: string) => text.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' '))

/**
 * Harmless phrases; their words are not matched. Places, animals, plants, dishes and people whose
 * names hold a listed word belong here, each with a line in `corpus/names.txt`.
 */
export const INNOCENT = list(`
  nude lipstick, nude lipsticks, nude heels, nude pumps, nude tone, nude tones, nude palette,
  nude color, nude colour, nude colored, nude coloured, nude shade, nude shades, nude beige,
  nude eyeshadow, nude makeup, nude nails, naked eye, naked mole rat, naked mole rats, naked flame,
  naked oats, naked neck chicken, naked cake, cock a doodle doo, cock of the rock, cocktail,
  weather cock, kill bill, to kill a mockingbird, killer whale, killer whales, dressed to kill,
  kill the lights, paint bomb, bath bomb, bath bombs, photo bomb, photobomb, bombshell, cherry bomb,
  yarn bomb, seed bomb, seed bombs, glitter bomb, hot chocolate bomb, headshot, head shot,
  shooting star, shooting stars, photo shoot, photo shooting, chicken breast, chicken breasts,
  turkey breast, robin redbreast, duck breast, breast cancer, hanging gardens, hanging garden,
  hanging lamp, hanging lights, gun metal, gunmetal, nail gun, glue gun, heat gun, water gun,
  spray gun, finger gun, finger guns, crack in, cracked, speed paint, ice cold, weed whacker,
  sea weed, seaweed, adult swim, adult coloring book, adult colouring book, adult education,
  sex education poster, sussex, middlesex, essex, unisex, sex and the city, orgy of color,
  orgy of colour, orgy of colors, pussy willow, pussy willows, pussy cat, pussycat, dick tracy,
  moby dick, philip k dick, dick van dyke, tits bird, blue tit, blue tits, great tit, great tits,
  coal tit, long tailed tit, booby bird, blue footed booby, blue footed boobies, ass and ox,
  jack ass penguin, jackass penguin, strip mall, comic strip, film strip, led strip, landing strip,
  newspaper strip, strip of, virgin olive oil, virgin mary, virgin forest, virgin snow,
  underage drinking prevention, self harm prevention, suicide prevention, suicide squad, anti racism,
  against racism, stop racism, against nazis, nazi resistance, against fascism, holocaust memorial,
  holocaust remembrance, rapeseed, rape seed, rapeseed oil, grape, drapes, hot dog, hot dogs,
  teen titans, teenage mutant ninja turtles, school bus, sexy beast band, blood orange,
  blood oranges, blood moon, blood pressure, blood donation, blood cell, blood cells, white blood cell,
  dead sea, day of the dead, grateful dead, dead nettle, gore tex, al gore, gore range, slasher film festival,
  murder mystery, murder of crows, murder she wrote, execution of the plan, decapitated coconut,
  meth method, methane, assassins creed, assassin bug, lynch pin, david lynch, lynchburg,
  cotton gin, slave cylinder, master slave flip flop, hooker valley, john lee hooker, hooker boots,
  escort car, ford escort, police escort, escort carrier, escort ship,
  maine coon, maine coons, coon cat, coon cats, coon kitten, coon kittens, coon hound, coon hounds, coon dog, coon dogs,
  coon rapids, coon valley, coon creek, coon lake, coon fork, coon island, coon skin, coon skin cap,
  gore new zealand, gore nz, gore in new zealand, gore southland, gore bay, gore mountain, gore vidal, gore verbinski,
  kensington gore, lesley gore, martin gore, frank gore, catherine gore, tipper gore, gore street, gore road, gore lane,
  gore hill, gore park, gore pass, gore canyon, gore creek, town of gore, city of gore, gore district,
  oilseed rape, winter rape, spring rape, rape field, rape fields, field of rape, fields of rape, rape flower,
  rape flowers, rape blossom, rape blossoms, rape in bloom, rape in flower, rape plant, rape plants, rape oil, rape honey,
  rape meal, broccoli rape, cime di rape, rape of the lock, rape of the sabine women, rape of bramber, rape of hastings,
  rape of lewes, rape of arundel, rape of chichester, rape of pevensey,
  chink of light, chinks of light, chink in the, chinks in the, chink in his, chink in her, chink in my, chink of glasses,
  spic and span, gobbledy gook, te paki, paki stan, tranny van, tranny vans, tranny radio, wetback stove, wetback fire,
  wetback boiler, subhumans gig, subhumans concert, subhumans band, retards growth, retards the growth, retards the fire,
  kike hernandez, kike garcia, kike perez, kike lopez, kike sanchez, para kike, cumpleanos kike, tio kike, abuelo kike,
  faggots and peas, faggots in gravy, faggots in onion gravy, faggots with gravy, faggots and mash, pork faggots,
  welsh faggots, bundle of faggots, bundles of faggots, faggots of wood, faggots for the fire, fag end, fag ends,
  fag packet, fag packets, fag ash, fag bearing, fag bearings, fag ball bearings, stub out a fag,
  white power cable, white power cord, white power button, white power bank, white power outlet, white power socket,
  white power sockets, white power plug, white power adapter, white power supply, white power tool, white power tools,
  pride and prejudice, white pride of madeira, pc master race, great replacement for, great replacement part,
  pussy galore, pussy bow, pussy bows, pussy riot, pussy hat, pussy hats, octo pussy, pussy foot, pussy toes,
  dildo newfoundland, dildo in newfoundland, dildo nl, dildo canada, dildo island, dildo cove, dildo run, dildo arm,
  south dildo, town of dildo, intercourse pennsylvania, intercourse pa, intercourse in pennsylvania,
  fucking austria, fucking a village, orgy of flowers, orgy of light, orgies of colour,
  same sex, opposite sex, single sex, sex reveal, sex of the baby, sex of our baby, sex education, fair sex,
  sex pistols, sex bomb, sex on the beach cocktail, long tailed tits, coal tits, crested tit, crested tits, bearded tit,
  bearded tits, marsh tit, marsh tits, willow tit, willow tits, penduline tit, varied tit, azure tit, tit mouse,
  naked ladies, naked lady lily, naked lady flower, naked man orchid, naked man orchids, naked chef, naked gun,
  naked lunch, naked civil servant, naked and the dead, naked neck, naked singularity, naked juice,
  topless bus, topless double decker, topless tower, topless towers, topless car,
  parental advisory explicit content, parental advisory explicit lyrics, bottle nipples, thong sandal, thong sandals,
  las vegas strip, vegas strip, sunset strip, gaza strip, strip of, strip cartoon, strip cartoons,
  suicide awareness, suicide hotline, suicide helpline, suicide door, suicide doors, suicide king, suicide kings,
  suicide lane, suicide cliff, suicide blonde, suicide burn, suicide machine, suicide is painless, suicide bunny,
  suicide bunnies, king charles spaniel, king charles spaniels, obama japan, obama fukui, slit throat trout,
  shooting hoops, vagina monologues, naked rambler, mixed threesome, threesome of golfers`)

const AGES = Array.from({ length: 17 }, (_, at) => at + 1)
const AGES_IN_WORDS =
  list(`one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen,
  fifteen, sixteen, seventeen`)

/** Ages below eighteen, as people write them. */
const UNDER_AGE = [...AGES, ...AGES_IN_WORDS].flatMap((age) => [
  `${age} year old`,
  `${age} years old`,
  `${age} yr old`,
  `${age} yrs old`,
  `${age} yo`,
  `${age} y o`,
  ...(typeof age === 'number' ? [`${age}yo`] : []),
])

const CHILD = [
  ...UNDER_AGE,
  ...list(`child, children, kid, kids, minor, minors, toddler, toddlers, baby, babies, infant,
  infants, schoolgirl, schoolgirls, schoolboy, schoolboys, school girl, school boy, preteen, preteens,
  pre teen, tween, teen, teens, teenager, teenagers, teenage, teenaged, underage, under age, underaged,
  little girl, little girls, little boy, little boys, young girl, young girls, young boy, young boys,
  loli, lolita, shota, lolicon, shotacon, daughter, son, stepdaughter, niece, nephew, boy scout,
  girl scout, kindergarten, elementary school, middle school, grade school, year old girl, year old boy,
  8 year old, 9 year old, 10 year old, 11 year old, 12 year old, 13 year old, 14 year old, 15 year old,
  16 year old, 17 year old, 7 year old, 6 year old, 5 year old, 4 year old, 3 year old, jailbait`),
]

const SEXUAL =
  list(`nude, nudes, naked, nudity, sex, sexy, sexual, sexually, sexualized, sexualised, porn,
  porno, pornographic, pornography, erotic, erotica, explicit, nsfw, topless, bottomless, undressed,
  undressing, lingerie, seductive, seductively, horny, aroused, orgasm, masturbating, masturbation,
  genitals, genitalia, penis, vagina, pussy, dick pic, dick pics, big dick, huge dick, hard dick, big cock,
  huge cock, hard cock, his cock, suck, sucking, boobs, teen tits, teens tits, girl tits, girls tits, child tits, young tits,
  her tits, my tits, big tits, huge tits, small tits, bare tits, perky tits, tits out, nipples, breasts, bare ass, big ass, sexy ass, hentai,
  rule 34, blowjob, handjob, intercourse, fuck, fucking, fucked, strip naked, strips naked, strip club, strip tease,
  stripping naked, stripping off, striptease, without clothes, no clothes, wearing nothing, skimpy, thong, provocative pose, spread legs`)

const EXPLICIT =
  list(`porn, porno, pornographic, pornography, hardcore sex, hentai, xxx parody, xxx rated, rated xxx, xxx video,
  xxx videos, xxx photo, xxx photos, xxx pics, nsfw, rule 34, blowjob,
  blow job, blowjobs, handjob, hand job, cumshot, cum shot, creampie, gangbang, gang bang, bukkake,
  deepthroat, deep throat, fellatio, cunnilingus, masturbating, masturbation, masturbates, masturbate,
  anal sex, oral sex, having sex, sex scene, sex act, sexual intercourse, sexual act, threesome, orgy,
  orgasm, orgasming, ejaculating, ejaculation, erect penis, penis, vagina, vulva, pussy, clitoris,
  dildo, vibrator sex, naked woman, naked women, naked man, naked men, naked body, naked bodies, nude woman,
  nude women, nude man, nude men, nude body, nude model, nude photo, nude photos, nude selfie,
  nude girl, nude girls, naked girl, naked girls, fully nude, fully naked, completely naked, completely nude,
  butt naked, stark naked, totally nude, totally naked, topless woman, topless women, topless girl, bare breasts,
  bare breasted, exposed breasts, exposed nipples, exposed genitals, showing her tits, showing her boobs,
  big tits, huge tits, big boobs, huge boobs, spread legs naked, fucking a, fucking her, fucking him, fucked by,
  erotic photo, erotic photos, erotica, erotic scene, sex slave, bdsm, bondage sex, striptease, camgirl,
  cum on, cum covered, sexually explicit, explicit nudity, upskirt, incest, bestiality, zoophilia, futanari, ahegao`)

const PERSON =
  list(`my ex, my ex girlfriend, my ex boyfriend, my ex wife, my ex husband, ex girlfriend, ex wife, ex boyfriend,
  my coworker, my colleague, my classmate, my teacher, my neighbor, my neighbour, my boss, my sister,
  my friend, my roommate, my crush, my wife, my girlfriend, this woman, this girl, this man, this person,
  the person in the photo, the woman in the photo, the girl in the photo, her photo, his photo,
  celebrity, celebrities, actress, politician, taylor swift, emma watson, scarlett johansson, billie eilish,
  ariana grande, kim kardashian, beyonce, rihanna, margot robbie, gal gadot, jennifer lawrence,
  natalie portman, zendaya, sydney sweeney, aoc, kamala harris, melania trump, ivanka trump, joe biden,
  donald trump, president, prime minister, pope francis`)

const ETHNIC =
  list(`jews, jew, jewish people, muslims, muslim, black people, blacks, african americans, asians, asian people, arabs,
  immigrants, migrants, refugees, gypsies, roma people, mexicans, gays, gay people, homosexuals, lesbians, lgbt people,
  trans people, transgender people, christians, hindus, disabled people, indians, white people, women, infidels`)

const HARM_GROUP =
  list(`are vermin, are rats, are animals, are subhuman, subhuman, are parasites, are cockroaches, must die,
  should die, deserve to die, ethnic cleansing, should be shot, should be hanged, should be gassed,
  to the gas chambers, in gas chambers, inferior race, are inferior, wipe them out`)

const HARM_TO =
  list(`kill all, kill the, kill every, exterminate, exterminating, gas the, gas all, wipe out, wiping out, eradicate,
  eradicating, deport all, death to`)

const UNDRESS =
  list(`undress, undressed, undressing, remove clothes, remove her clothes, remove his clothes, remove their clothes, remove clothing,
  remove her clothing, remove her dress, remove her shirt, remove her bikini, without clothes, without her clothes,
  take off her clothes, take off her shirt, take off clothes, take her clothes off, naked, nude, nudes, topless, porn, deepfake porn,
  strip her, strip him, in lingerie, sex tape, having sex, nudify, see through clothes, x ray clothes`)

/** Only where adult content is allowed: in doubt a person in a sexual text is taken to be too young. */
const YOUNG = [
  ...[...AGES, ...AGES_IN_WORDS].flatMap((age) => [`aged ${age}`, `age ${age}`, `age of ${age}`]),
  ...AGES.flatMap((age) => [
    `is ${age}`,
    `are ${age}`,
    `she ${age}`,
    `he ${age}`,
    `only ${age}`,
    `turned ${age}`,
  ]),
  ...list(`girl, girls, boy, boys, young, younger, youngest, youth, youthful, childlike, childish, child like, juvenile,
  adolescent, adolescents, pubescent, prepubescent, puberty, teeny, tiny body, small body, petite body, child body, underdeveloped,
  flat chest, flat chested, undeveloped, pigtails, school uniform, school uniforms, schoolroom, classroom, school, high school, highschool, student,
  students, pupil, pupils, cheerleader, cheerleaders, babysitter, freshman, sophomore, barely legal, barely 18, barely eighteen, just turned 18,
  just turned eighteen, looks underage, looks young, looks younger, baby face, baby faced, babyfaced, braces, diaper, diapers, playground,
  nursery, orphan, cub, cubs, chibi, little sister, little brother, stepson, step daughter, step son, grandson, granddaughter, kiddie,
  minor age, under 18, under eighteen, not yet 18, not 18`),
]

/** Words for a real person, as far as words can tell. */
const LIKENESS =
  list(`lookalike, look alike, lookalikes, looks like, looking like, look like, resembling, resembles, likeness of, face swap, faceswap, face swapped,
  with the face of, the face of, my face, her face from, his face from, in the photo, in this photo, from the photo, from this photo, in the picture, from the picture,
  real person, real people, real woman, real man, real life person, famous, celeb, celebs, actor, actors, actresses, singer, singers, pop star, popstar, rapper,
  influencer, influencers, streamer, streamers, youtuber, youtubers, tiktoker, tiktokers, vtuber, news anchor, journalist, senator, congresswoman,
  minister, chancellor, princess diana, kate middleton, queen elizabeth, meghan markle, my mother, my mom, my mum, my father, my brother, my aunt, my uncle,
  my cousin, my husband, my boyfriend, my student, my employee, my nurse, my doctor, my landlord, my mother in law, my sister in law, my stepsister, my stepmom`)

const FORCE =
  list(`forced, forcing, forcibly, against her will, against his will, against their will, unwilling, unwillingly, without consent, without her consent,
  without his consent, unconscious, passed out, drugged, asleep, sleeping, roofied, blackmailed, coerced, abducted, kidnapped, trafficked, hidden camera, hidden cam, spy cam,
  spycam, voyeur, secretly filmed, secretly photographed, unaware, leaked, revenge`)

const NEVER =
  list(`bestiality, zoophilia, zoophile, incest, incestuous, upskirt, upskirts, sex slave, sex slaves, necrophilia, sex with an animal,
  sex with animals, animal sex, sex with a dog, sex with a horse, dog sex, horse sex, sex with a corpse`)

const ANIMALS = list(
  `dog, dogs, horse, horses, stallion, animal, animals, pig, goat, sheep, donkey, cow, bull, monkey, cat, corpse, dead body`,
)

const ACTS =
  list(`having sex, sex with, sex act, sexual act, sexual intercourse, intercourse, anal sex, oral sex, blowjob, blow job, fucking, fucked, fucked by, fuck,
  masturbating, penetrating, penetrated, mating with a woman, mating with a man, cumshot, creampie`)

const ADULT = [...new Set([...SEXUAL, ...EXPLICIT])]

export const TEXT_RULES: readonly TextRule[] = [
  {
    id: 'sexualised-minors',
    category: 'minors',
    groups: [CHILD, SEXUAL],
    within: 12,
  },
  {
    id: 'abuse-terms',
    category: 'minors',
    groups: [
      list(`lolicon, shotacon, loli hentai, child porn, childporn, kiddie porn, cp porn, jailbait, pedophilia,
      paedophilia, pedo, pedophile art, underage sex, underage nude, cub porn, barely legal teen`),
    ],
    within: 0,
  },
  {
    id: 'undressing-people',
    category: 'non_consensual',
    groups: [PERSON, UNDRESS],
    within: 12,
  },
  {
    id: 'intimate-abuse',
    category: 'non_consensual',
    groups: [
      list(`deepfake porn, deepfake nude, deepfake nudes, deep fake porn, deep fake nude, nudify, deepnude, deep nude,
      revenge porn, spy cam, hidden camera shower, hidden cam, voyeur shower, remove her clothes,
      remove his clothes, remove their clothes, take off her clothes, take her clothes off, strip her naked, undress her, undress him,
      undress this, undress the, rape, raped, raping, rapist, rape scene, sexual assault, molest, molested, molesting,
      forced sex, non consensual, nonconsensual, drugged and naked, date rape, groping her, groped`),
    ],
    within: 0,
  },
  {
    id: 'explicit',
    category: 'sexual',
    under: 'general',
    groups: [EXPLICIT],
    within: 0,
  },
  // Where adult content is allowed, what stays forbidden is looked for with more words and from farther.
  {
    id: 'young-beside-sex',
    category: 'minors',
    under: 'adult',
    groups: [[...CHILD, ...YOUNG], ADULT],
    within: 60,
  },
  {
    id: 'people-beside-sex',
    category: 'non_consensual',
    under: 'adult',
    groups: [
      [...PERSON, ...LIKENESS],
      [...ADULT, ...UNDRESS],
    ],
    within: 60,
  },
  {
    id: 'force-beside-sex',
    category: 'non_consensual',
    under: 'adult',
    groups: [FORCE, ADULT],
    within: 30,
  },
  {
    id: 'never-sexual',
    category: 'sexual',
    under: 'adult',
    groups: [NEVER],
    within: 0,
  },
  {
    id: 'animals-beside-sex',
    category: 'sexual',
    under: 'adult',
    groups: [ANIMALS, ACTS],
    within: 8,
  },
  {
    id: 'kisses-beside-sex',
    category: 'sexual',
    under: 'general',
    groups: [list('xxx'), [...SEXUAL, 'hardcore', 'uncensored']],
    within: 3,
  },
  {
    id: 'slurs',
    category: 'hate',
    groups: [
      list(`nigger, niggers, nigga, faggot, faggots, fag, fags, kike, kikes, spic, spics, wetback, wetbacks, chink, chinks, gook,
      gooks, paki, pakis, tranny, trannies, raghead, ragheads, towelhead, towelheads, sand nigger, coon, coons, darkie, darkies,
      untermensch, untermenschen, retards, subhumans`),
    ],
    within: 0,
  },
  {
    id: 'hate-movements',
    category: 'hate',
    groups: [
      list(`heil hitler, sieg heil, white power, white supremacy, white supremacist, white pride, master race, hitler was right,
      holocaust never happened, holocaust is a lie, holocaust hoax, glory to hitler, praise hitler, hail hitler, race war, kkk rally poster,
      join the kkk, ku klux klan recruitment, nazi propaganda, nazi recruitment, nazi salute, ss recruitment, hitler as a hero, hitler hero,
      gas the jews, blood and soil, great replacement, racial purity, join isis, isis propaganda, isis recruitment, islamic state recruitment`),
    ],
    within: 0,
  },
  {
    id: 'number-codes',
    category: 'hate',
    groups: [
      list(`1488, 14 88`),
      list(`tattoo, tattoos, hitler, heil, sieg, nazi, nazis, neonazi, swastika, reich, aryan, skinhead, skinheads, white power,
      white pride, fourteen words, 14 words, race war, blood and honour, blood and honor, ss`),
    ],
    within: 4,
  },
  {
    id: 'group-hatred',
    category: 'hate',
    groups: [ETHNIC, HARM_GROUP],
    within: 6,
  },
  {
    id: 'calls-for-hatred',
    category: 'hate',
    groups: [HARM_TO, ETHNIC],
    within: 4,
    ordered: true,
  },
  {
    id: 'gore',
    category: 'violence',
    groups: [
      list(`gore photo, gore photos, gore video, gore videos, gore scene, gore scenes, gore pics, gore porn, gore fest, gore art, blood gore,
      blood and gore, gore and blood, guts and gore, gore and guts, full of gore, lots of gore, covered in gore, extreme gore, graphic gore, human gore,
      real gore, pure gore, maximum gore, gory scene, gory scenes, gory photo, gory death, gory murder, gory wound, gory wounds, gory details, beheading, beheaded, decapitated, decapitation, decapitating, dismembered, dismemberment, dismembering,
      disembowelled, disemboweled, mutilated, mutilated body, mutilation, entrails, severed head, severed heads, severed limbs,
      brutal murder, brutally murdered, snuff film, snuff video, torture scene, tortured to death, torturing a, torturing someone, being tortured,
      skinned alive, flayed alive, burned alive, burnt alive, burning alive, blood splattered corpse, bloody corpse, bloody corpses, mangled corpse,
      mangled body, rotting corpse, stabbing a, stabbing her, stabbing him, stabbed to death, slit throat, slitting throat, throat slit, exploding head,
      shot in the head, blowing his brains out, brains splattered, execution video, public execution, impaled body, impaled person, cannibal eating, lynching, lynched,
      crushed skull, guts spilling, guts hanging out, animal cruelty, torturing animals, torturing a cat, torturing a dog, killing a puppy, killing puppies`),
    ],
    within: 0,
  },
  {
    id: 'gore-beside-bodies',
    category: 'violence',
    groups: [
      list('gore, gory'),
      list(`blood, bloody, guts, intestines, corpse, corpses, bodies, flesh, wound, wounds, organs, skull, severed, violent, violence,
      horror, splatter, murder, victim, victims, brains, torn`),
    ],
    within: 5,
  },
  {
    id: 'attacks',
    category: 'violence',
    groups: [
      list(`school shooting, school shooter, mass shooting, mass shooter, terrorist attack, suicide bomber, suicide bombing, car bombing,
      shoot up a school, shoot up the school, bomb the school, bomb a school, kill the president, assassinate the president, assassinate,
      massacre of civilians, mass murder, genocide of, kill my wife, kill my neighbor, kill my neighbour, kill my boss, kill him, kill her, kill them all, i will kill`),
    ],
    within: 0,
  },
  {
    id: 'self-harm',
    category: 'self_harm',
    groups: [
      list(`suicide, suicidal, suicides, kill myself, killing myself, kill yourself, killing yourself, kill herself, kill himself, hang myself, hang yourself,
      hanging himself, hanging herself, hanging from a noose, self harm, self harming, selfharm, cutting myself, cutting her wrists, cutting his wrists, cutting wrists, slit wrists,
      slitting wrists, slit her wrists, slashed wrists, cut my wrists, wrist cutting, overdose on pills, overdose on sleeping pills, overdose on heroin,
      overdose on drugs, overdose on fentanyl, overdose on painkillers, overdose on opioids, drug overdose, overdosing on, pro ana, proana, thinspo, thinspiration, starving myself, noose around,
      jumping off a bridge to die, end my life, ending my life, bleeding wrists`),
    ],
    within: 0,
  },
  {
    id: 'drugs-and-weapons',
    category: 'illegal',
    groups: [
      list(`how to make a bomb, how to build a bomb, make a pipe bomb, pipe bomb, bomb instructions, bomb making, nail bomb, dirty bomb, build a bomb, making a bomb, homemade explosive, homemade explosives,
      ghost gun, ghost guns, 3d printed gun, printable gun, untraceable gun, buy guns illegally, illegal guns, sell guns, guns for sale, untraceable firearm,
      cook meth, cooking meth, meth lab, crystal meth, methamphetamine, make meth, buy cocaine, sell cocaine, cocaine for sale, buy heroin, heroin for sale, sell heroin, selling heroin, selling cocaine, snorting cocaine,
      injecting heroin, shooting heroin, fentanyl for sale, buy fentanyl, sell fentanyl, drug dealer flyer, drugs for sale, buy drugs, sell drugs, selling drugs, mdma for sale, lsd for sale, ecstasy pills for sale,
      organs for sale, sell organs, human trafficking ad, sell a kidney, buy a child, hitman for hire, hire a hitman, ivory for sale, rhino horn for sale, stolen credit cards, credit card dump,
      carding tutorial, counterfeit money, counterfeit bills, counterfeit currency, counterfeit dollars, fake banknotes, fake money to print, print fake money`),
    ],
    within: 0,
  },
  {
    id: 'forged-documents',
    category: 'impersonation',
    groups: [
      list(`fake passport, fake passports, fake id, fake ids, fake id card, fake driver license, fake drivers license, fake driving licence, forged passport, forged id, forged document, forged documents,
      forged signature, counterfeit passport, fake identity card, fake diploma, fake degree certificate, fake police badge, fake press card, fake vaccine card, fake vaccination card, fake bank statement,
      fake payslip, fake invoice, fake medical certificate, fake prescription, fake visa, fake green card, fake court order, fake arrest warrant, fake ballot, fake ballots, phishing page, phishing email,
      fake login page, fake screenshot of a tweet, impersonate a, impersonate the, impersonate an,
      impersonating a police, impersonating an officer, impersonating a doctor, impersonating a soldier, impersonating a judge, impersonating the, impersonating an official,
      pretend to be the bank, fake news broadcast, fake endorsement, forge a signature, forge a passport`),
    ],
    within: 0,
  },
  {
    id: 'false-events',
    category: 'impersonation',
    groups: [
      list(`joe biden, donald trump, trump, biden, kamala harris, obama, barack obama, putin, vladimir putin, zelensky, macron, pope francis, the pope,
      elon musk, taylor swift, angela merkel, king charles, xi jinping, narendra modi`),
      list(`deepfake, deep fake, being arrested, arrested by police, in handcuffs, in prison, taking a bribe, accepting a bribe, confessing, endorsing, endorses, admitting to, surrendering,
      snorting, fake photo, fake video, leaked photo, leaked video, realistic photo of arrest, kissing, punching, dead body`),
    ],
    within: 12,
  },
]
