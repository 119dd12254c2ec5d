/** One line: the dish or drink, its height in metres, then more words for the same. */
export const FOOD = `
avocado .1
baby-bottle .15
bacon .1
bagel .08
baguette-bread .3 baguette
banana .12
beer-mug .15 beer pint
bell-pepper .1
bento-box .12 lunchbox
beverage-box .12 juice_box juice
birthday-cake .2 cake
blueberries .06 blueberry
bottle-with-popping-cork .3 champagne wine_bottle bottle prosecco
butter .08
falafel .06
flatbread .2 naan pitta
canned-food .12 tin_can can_of_soup
sake .2
bowl-with-spoon .1 bowl cereal porridge
bread .12 loaf toast
broccoli .12
bubble-tea .15
burrito .1 wrap
candy .05 sweets sweet bonbon
candyfloss-by-hand .3 candyfloss candy_floss cotton_candy
carrot .12 vegetable
cheese-wedge .1 cheese
cherries .06 cherry
chestnut .04 acorn
chocolate-bar .12 chocolate
clinking-beer-mugs .2
clinking-glasses .2
cocktail-glass .15 martini cocktail
coconut .12
cookie .08 biscuit biscuits
cooking .1 frying_pan pan fried_egg
croissant .1 pastry pastries
cucumber .1
cup-with-straw .15 soda milkshake lemonade smoothie cola
cupcake .1 muffin
curry-rice .1 curry
custard .08 pudding flan
cut-of-meat .1 steak
dango .12
doughnut .1 donut
dumpling .08
ear-of-corn .15 corn maize
egg .07
eggplant .12 aubergine
fondue .2
fortune-cookie .06
french-fries .15 fries chips
garlic .06
glass-of-milk .14 milk
grapes .12 grape
green-apple .09
green-salad .12 salad
hamburger .12 burger cheeseburger
honey-pot .12 honey_jar jar_of_honey
hot-beverage .1 coffee cup mug espresso cappuccino latte cocoa hot_chocolate teacup cup_of_coffee cup_of_tea tea
hot-dog .1 hotdog sausage
hot-pepper .08 chilli chili
ice-cream .15 sundae gelato
soft-ice-cream .2 ice_cream_cone icecream
shaved-ice .15
jar .15 jars
kiwi-fruit .07 kiwi
leafy-green .12 lettuce spinach cabbage
lemon .07 lemons
lime .06
lollipop .15
mango .1
melon .18
moon-cake .08
olive .04
onion .08
oyster .08
pancakes .12 pancake blini blinis
pea-pod .06 peas
peach .08
peanuts .05 peanut
pear .09
pie .12
pineapple .3
pizza .25 slice_of_pizza
popcorn .2
pot-of-food .2 stew casserole
potato .08
poultry-leg .12 drumstick
pretzel .12
red-apple .09 apple fruit
rice-ball .08 onigiri
cooked-rice .1 rice
salt .1
sandwich .1 sandwiches
shallow-pan-of-food .15 paella
shortcake .12 slice_of_cake cheesecake
shrimp .08 prawn
spaghetti .12 pasta
steaming-bowl .12 ramen noodles soup noodle_soup
strawberry .05 strawberries
sushi .08
taco .1 tacos
takeout-box .12 takeaway
tangerine .08 orange_fruit oranges clementine mandarin
teapot .15
tomato .08
tropical-drink .2 mojito
tumbler-glass .1 whisky whiskey
waffle .1
watermelon .25
wine-glass .18 wine red_wine glass
jack-o-lantern .3 pumpkin
kitchen-knife .3 knife
fork-and-knife .2 fork cutlery
spoon .18
chopsticks .22
fork-and-knife-with-plate .1 plate
amphora .4 vase urn
beans .1
fish-cake-with-swirl .08 fish_cake
ginger-root .1
meat-on-bone .2 ham roast
oden .15 skewer
stuffed-flatbread .12 kebab
roasted-sweet-potato .1 sweet_potato yam
tamale .12
pomegranate-by-hand .1 pomegranate
plum-by-hand .07 plum
walnut-by-hand .06 walnut nut
jam-jar-by-hand .14 jam_jar jar_of_jam jam marmalade
gingerbread-house-by-hand .35 gingerbread_house
`
