/** One line: the figure, its height in metres, then more words for the figure ("_" is a space). */
export const ANIMALS = `
ant .04
baby-chick .15 chick duckling
hatching-chick .12
badger .4
bat .3
bear-by-hand 1.3 bear grizzly brown_bear
polar-bear-by-hand 1.4 polar_bear
panda-by-hand 1.2 panda
beaver .4
beetle .04
bison 1.7 buffalo
bug .05 caterpillar
bird .2 robin sparrow cardinal hummingbird canary wren
blackbird .25 crow raven magpie
camel 2 dromedary
cat .4 kitten kitty tabby feline tomcat
black-cat .4 black_cat
rooster .5 chicken hen cockerel
chipmunk .25 squirrel
cow 1.5 cattle calf
cricket .04 grasshopper
crocodile-by-hand .6 crocodile alligator crocodiles
deer 1.5 stag fawn reindeer doe buck antelope gazelle
dodo .8
dog .6 puppy hound greyhound doggy dachshund labrador terrier spaniel beagle pup corgi pug retriever collie bulldog golden_retriever dalmatian chihuahua
poodle .6
donkey 1.3 mule
dragon 3
elephant 3
ewe .9 sheep lamb lambs
ram .9
flamingo 1.2
fox-by-hand .5 fox
frog-by-hand .15 frog toad
giraffe 4.5
goat .8
goose .7 geese
gorilla 1.6
hedgehog .2
hippopotamus 1.5 hippo
horse 1.7 pony stallion mare foal
kangaroo 1.5
koala-by-hand .6 koala
lady-beetle .04 ladybird ladybug
leopard .8 cheetah jaguar panther
lion-by-hand 1.1 lion lioness
lizard .2 gecko iguana salamander
llama 1.7 alpaca
mammoth 3.4
monkey .7 chimpanzee ape
moose-by-hand 2 moose elk
ostrich-by-hand 2 ostrich emu
mouse .1 mice
orangutan 1.2
otter .5
owl .4
ox 1.6 bull
parrot .4 macaw budgie parakeet
peacock .9
penguin .8
pig .8 piglet
rabbit .35 bunny hare
rat .15
rhinoceros 1.7 rhino
sauropod 6 brontosaurus
scorpion .06
seal .7 sea_lion walrus
skunk .4
sloth .6
snail .06
snake .4 cobra python
spider .05
t-rex 4.5 dinosaur tyrannosaurus
tiger 1
turkey .9
turtle .35 tortoise
two-hump-camel 2
unicorn-by-hand 1.8 unicorn
water-buffalo 1.7
wolf-by-hand .9 wolf wolves husky
worm .05
zebra 1.5
raccoon-by-hand .4 raccoon
hamster-by-hand .12 hamster guinea_pig
ghost 1.4 spirit phantom
alien-monster 1
troll 1.8 ogre
phoenix-bird 1 phoenix
snowman 1.6
teddy-bear .4 teddy
cockroach .04
heron-by-hand 1.2 heron crane_bird stork
`

export const SWIMMERS = `
blowfish .2 pufferfish
crab .12
dolphin 1 porpoise
duck .45 ducks
swan 1
fish .3 salmon trout herring
jellyfish .4
lobster .2
octopus .6
shark 1.2
squid .6
tropical-fish .2 goldfish koi clownfish
whale 3 orca humpback
coral .4
`

export const FLIERS = `
butterfly .1 butterflies moth
dove .25 pigeon seagull gull
eagle .6 hawk falcon
fly .03
honeybee .05 bee bumblebee bees
mosquito .03
kite .8
balloon .5 balloons
parachute 4 skydiver
airplane 4 plane aeroplane jet airliner aircraft
small-airplane 3 biplane propeller_plane
helicopter 3
flying-saucer 3 ufo spaceship spacecraft alien_ship
rocket 5
satellite 2 space_station
comet .8
bubbles .3 bubble
`

export const PLANTS = `
dandelion-by-hand .4 dandelion dandelions
rose .5 roses
tulip .4
sunflower 1.4
hibiscus .3
hyacinth .3 lavender
daisy-by-hand .3 daisy daisies
lotus .3 water_lily
bouquet .5 flower_bouquet bunch_of_flowers
potted-plant .6 plant houseplant house_plant
seedling .2 sprout
four-leaf-clover .1 clover
maple-leaf .2
fallen-leaf .2 leaf autumn_leaf
mushroom .2 toadstool
brown-mushroom .2
sheaf-of-rice .8 wheat
christmas-tree 2.4 xmas_tree
pine-decoration 1 bamboo
empty-nest .3 nest
nest-with-eggs .3
spiral-shell .1 shell seashell
spider-web .5 cobweb
rock .8 stone boulder
herb .3
wood .5 log stump firewood tree_stump
wilted-flower .4 wilted_rose
baobab-by-hand 7 baobab
`

/** Figures for posters and patterns of what a landscape paints itself. */
export const SIGNS = `
castle 1
house 1
deciduous-tree 1
palm-tree 1
cactus 1
blossom 1
cherry-blossom 1
sun 1
crescent-moon 1
star 1
ringed-planet 1
fire 1
mountain 1
water-wave 1
dove 1
`
