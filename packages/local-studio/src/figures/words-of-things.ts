/** Things to hold and to stand beside. */
export const THINGS = `
accordion .4
axe .6
banjo .9
basket .3 picnic_basket
bomb .3
brick .1 bricks
bell .2
bone .1
open-book .25 book novel
books .3 stack_of_books pile_of_books
boomerang .3
bow-and-arrow .9
briefcase .4
broom 1.2 broomstick
bucket .3 pail
camera .15
candle .2 candles
coin .05
crayon .1
crystal-ball .25
compass .1
dagger .3
drum .4 drums
envelope .15 letter
feather .15
flashlight .2 torch
flute .3
folding-hand-fan .25
fishing-pole 1.2 fishing_rod
game-die .1 dice
gem-stone .08 diamond jewel gem
globe-showing-europe-africa .4 globe
guitar 1 electric_guitar
hammer .3
handbag .3
headphone .2 headphones
hourglass-done .3 hourglass
key .08
old-key .12
ladder 2.4
laptop .25
light-bulb .12
lipstick .08
loudspeaker .3
luggage .7 suitcase
magic-wand .4 wand
magnet .1
magnifying-glass-tilted-left .2 magnifying_glass
maracas .3
megaphone .3
microphone .2
mirror .5
mobile-phone .15 smartphone cellphone iphone phone
money-bag .4
movie-camera .4
musical-keyboard .5 keyboard
musical-note .3 music musical_notes
newspaper .3
package .4 parcel box cardboard_box
paintbrush .3 brush
pen .14
pencil .16
radio .3
red-envelope .15
red-paper-lantern .5 lantern paper_lantern lanterns
ring .05
saxophone .6
scissors .2
scroll .3 map
shield .7
shopping-cart 1
shopping-bags .5
soap .08
crossed-swords .8
sword-by-hand 1 sword
telephone .2
telescope 1.3
toolbox .35
trophy .4
trumpet .5
umbrella 1 parasol
umbrella-on-ground 1.8 beach_umbrella
video-game .15 gamepad
violin .6 cello fiddle double_bass
watch .1
wheel .8
world-map .6
wrapped-gift .4 gift present presents gifts
yarn .15 ball_of_wool wool
yo-yo .08
soccer-ball .22 football ball
basketball .24
american-football .2
baseball .1
tennis .7 tennis_racket
bowling .4
volleyball .22
chess-pawn .1 chess
puzzle-piece .1
nesting-dolls .3
performing-arts .4 theatre_mask mask
pool-8-ball .1
boxing-glove .25
heart-suit .4 heart hearts
mirror-ball .5 disco_ball
fire-extinguisher .6
party-popper .3 confetti
wastebasket .5
admission-tickets .1 ticket tickets
badminton .6 badminton_racket
bullseye .45 dartboard target
clapper-board .3
closed-book .25 diary
notebook .25
diving-mask .15 snorkel
hammer-and-wrench .3 tools
ice-hockey .9 hockey_stick
long-drum .6
lotion-bottle .2 shampoo
memo .2
military-medal .1 medal
oil-drum .9 barrel
piata .7 piñata pinata
pick .6 pickaxe
ping-pong .25 table_tennis
pirate-flag 1
triangular-flag 1 flag banner
printer .4
razor .14
roll-of-paper .12 toilet_paper
rugby-football .28 rugby_ball
safety-pin .05
screwdriver .2
sewing-needle .06 needle
skull .25
sponge .1
studio-microphone .3
syringe .14
thermometer .2
thread .08
video-camera .2 camcorder
wrench .2 spanner
snowflake .3 snowflakes
pillow-by-hand .3 pillow cushion
kettle-by-hand .25 kettle
snow-globe-by-hand .15 snow_globe
record-player-by-hand .3 record_player gramophone turntable
watering-can-by-hand .35 watering_can
anchor 1
ring-buoy .6 lifebuoy
alarm-clock .2 clock
stopwatch .1
ribbon .2
spiral-calendar .3 calendar
artist-palette .3 palette
balance-scale .5
microscope .4
test-tube .2
stethoscope .3
tooth .05
toothbrush .18
desktop-computer .5 computer
abacus .3
alembic .3 flask beaker potion
bellhop-bell .12
chains .3 chain
credit-card .06
cricket-game .9 cricket_bat
curling-stone .25
diya-lamp .1 diya oil_lamp
film-projector .4 projector
firecracker .2 dynamite
flying-disc .25 frisbee
fountain-pen .15
gear .3 cog cogs gears
joker .1 playing_card playing_cards deck_of_cards
joystick .15
locked .1 padlock lock
love-letter .15
mahjong-red-dragon .05 mahjong
menorah .35
mouse-trap .1 mousetrap
nail-polish .1
nazar-amulet .1 evil_eye
nut-and-bolt .06 bolt
pill .03 pills
postal-horn .3 french_horn
purse .12 wallet
clutch-bag .2
sparkler .3 sparklers
straight-ruler .3 ruler
trident-emblem .5 trident
videocassette .2 vhs video_tape
wind-chime .4 wind_chimes
musical-score .3 sheet_music
paw-prints .3 paw_print
footprints .3 footprint
dollar-banknote .1 banknote money cash
plunger .5
spiral-notepad .2 notepad
slot-machine .8
hair-pick .2 comb
crutch 1.2 crutches
goal-net 2 goal
battery .1 batteries
tornado 6 twister whirlwind
shovel-by-hand 1.2 shovel spade rake
samovar-by-hand .5 samovar
chest-by-hand .6 treasure_chest chest treasure trunk
drum-kit-by-hand 1.1 drum_kit drum_set
gingerbread-man-by-hand .2 gingerbread_man
harp-by-hand 1.5 harp
easel-by-hand 1.5 easel
rubber-duck-by-hand .15 rubber_duck bath_duck
wreath-by-hand .5 wreath garland
stocking-by-hand .4 stocking christmas_stocking
bauble-by-hand .1 bauble ornament christmas_bauble
easter-egg-by-hand .12 easter_egg painted_egg
typewriter-by-hand .3 typewriter
birdcage-by-hand .6 birdcage bird_cage cage
fishbowl-by-hand .35 fishbowl goldfish_bowl fish_tank aquarium
xylophone-by-hand .4 xylophone
cooking-pot-by-hand .3 pot cooking_pot saucepan cauldron copper_pot
paint-bucket-by-hand .3 paint_bucket paint_pot
sewing-machine-by-hand .4 sewing_machine
table-lamp-by-hand .5 lamp table_lamp bedside_lamp desk_lamp reading_lamp
rowing-oar-by-hand 1.6 oar oars
bunting-by-hand .5 bunting pennants
`
