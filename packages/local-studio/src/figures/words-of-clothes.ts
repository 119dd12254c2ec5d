/** Worn on the head, over the eyes, round the neck or on the body. */
export const CLOTHES = `
crown .18 tiara
top-hat .22
womans-hat .16 cowboy_hat hat straw_hat sunhat sun_hat
billed-cap .14 cap baseball_cap
graduation-cap .15
military-helmet .16 helmet
party-hat-by-hand .22 party_hat birthday_hat
wizard-hat-by-hand .3 wizard_hat witch_hat
santa-hat-by-hand .22 santa_hat christmas_hat
glasses .08 spectacles
sunglasses .08 shades
goggles .1
scarf .2
headphone .2
necktie .3 tie
bow-tie-by-hand .1 bow_tie bowtie
backpack .5 rucksack schoolbag
long-dress-by-hand .8 dress gown ball_gown skirt
wedding-dress-by-hand .9 wedding_dress
coat-by-hand .8 coat jacket raincoat uniform
jumper-by-hand .6 jumper sweater cardigan pullover hoodie
apron-by-hand .7 apron
cape-by-hand .9 cape cloak
tutu-by-hand .3 tutu
`

/** Clothes that lie or hang, since no figure is drawn in them. */
export const GARMENTS = `
jeans .9 trousers
t-shirt .6 shirt
kimono 1
sari 1
bikini .4
one-piece-swimsuit .7 swimsuit
shorts .5
womans-clothes .6 blouse
lab-coat .9
high-heeled-shoe .2 heels
running-shoe .15 sneaker trainers sneakers shoe shoes
womans-boot .4 boot boots wellies
hiking-boot .25
socks .25 sock
gloves .25 mittens
ballet-shoes .2
running-shirt .6 vest
safety-vest .6
thong-sandal .1 flip_flops flip_flop sandal
mans-shoe .12
briefs .3 underpants
martial-arts-uniform .8 karate_suit
`
