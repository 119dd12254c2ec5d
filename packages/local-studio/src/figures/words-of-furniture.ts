/** Furniture of rooms, gardens and streets. */
export const FURNITURE = `
bathtub .7 bath
bed .8
chair .9 seat stool stools
armchair-by-hand 1 armchair rocking_chair
throne-by-hand 1.5 throne thrones
sofa-by-hand .95 sofa couch settee
door 2 doorway
grandfather-clock-by-hand 2 grandfather_clock
stove-by-hand 1 stove oven cooker
fridge-by-hand 1.7 fridge refrigerator
vending-machine-by-hand 1.9 vending_machine
hammock-by-hand 1.1 hammock
stairs-by-hand 2 stairs staircase steps
fireplace-by-hand 1.3 fireplace hearth
piano-by-hand 1.2 piano upright_piano
bookshelf-by-hand 1.9 bookshelf bookcase bookshelves
television .7 tv
toilet .8
framed-picture .6 frame
headstone .9 gravestone tombstone grave
coffin 1.8
postbox 1.2 mailbox letterbox
telephone-box-by-hand 2.3 phone_box telephone_box phone_booth
table-by-hand .8 table desk
bench-by-hand .9 bench
fence-by-hand .9 fence
wall-by-hand 1.1 wall brick_wall
blanket-by-hand .35 blanket picnic_blanket rug carpet
swing-by-hand 2.2 swing
street-lamp-by-hand 3.4 street_lamp streetlight lamppost streetlamp
file-cabinet 1.3 filing_cabinet
vertical-traffic-light 2.4 traffic_light traffic_lights
deck-chair-by-hand .9 deck_chair deckchair sun_lounger beach_chair
trampoline-by-hand .9 trampoline
gate-by-hand 1.2 gate
barbecue-by-hand 1 barbecue bbq grill
parking-meter-by-hand 1.4 parking_meter
washing-line-by-hand 1.9 washing_line clothesline washing_lines laundry
washing-machine-by-hand .9 washing_machine
cot-by-hand .9 cot crib cradle
blackboard-by-hand 1.5 blackboard chalkboard whiteboard
birdhouse-by-hand 1.8 birdhouse bird_box
beehive-by-hand .9 beehive hive
kennel-by-hand 1 kennel dog_house doghouse
wardrobe-by-hand 2 wardrobe closet cupboard
drawers-by-hand .9 chest_of_drawers drawers dresser
sink-by-hand 1 sink washbasin basin
signpost-by-hand 2.2 signpost road_sign
well-by-hand 2 well wishing_well
chandelier-by-hand 1 chandelier
lawnmower-by-hand 1 lawnmower lawn_mower
balcony-by-hand 1.2 balcony balconies
seesaw-by-hand 1 seesaw
rocking-horse-by-hand .9 rocking_horse
bunk-bed-by-hand 1.8 bunk_bed bunk_beds
scarf-stand-by-hand 1.7 coat_stand coat_rack
`
