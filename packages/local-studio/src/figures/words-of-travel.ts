/** Vehicles, which carry other figures. */
export const VEHICLES = `
bicycle 1.05 bike
automobile 1.5 car
sport-utility-vehicle 1.7 jeep suv
racing-car 1 race_car sports_car formula_one
taxi 1.5 cab
police-car 1.5
pickup-truck 1.6
delivery-truck 2.4 van truck
articulated-lorry 3 lorry
ambulance 2.2
fire-engine 2.4 fire_truck
bus 2.8 coach school_bus
minibus 2 camper_van campervan
trolleybus 2.8
auto-rickshaw 1.7 tuk_tuk rickshaw
motor-scooter 1.1 moped vespa
motorcycle 1.1 motorbike
kick-scooter 1 scooter
skateboard-by-hand .2 skateboard longboard
roller-skate .25 rollerskates
ice-skate .25 ice_skates
skis .3 ski
sled .3 sledge sleigh toboggan
tractor 2.2
locomotive 3 steam_train steam_engine
train-by-hand 3 train railway
bullet-train 3 high_speed_train
railway-car 3 carriage railway_carriage wagon
mountain-cableway 3 cable_car gondola_lift
tram-car 3 tram streetcar trolley
wheelbarrow-by-hand .8 wheelbarrow
manual-wheelchair 1 wheelchair
carousel-horse 1.6
metro 3 subway_train underground_train
mountain-railway 3
caravan-by-hand 2.2 caravan trailer
tandem-by-hand 1.05 tandem
pram-by-hand 1 pram stroller buggy pushchair
cart-by-hand 1.9 cart hot_dog_cart hot_dog_stand food_cart
food-truck-by-hand 2.4 food_truck taco_truck burger_van food_van
ice-cream-van-by-hand 2.4 ice_cream_van ice_cream_truck
excavator-by-hand 2.6 excavator digger bulldozer
cement-mixer-by-hand 2.6 cement_mixer concrete_mixer
`

export const BOATS = `
boat-by-hand 3 boat sailboat sailing_boat sail yacht dinghy
canoe .8 kayak rowing_boat rowboat gondola rowing
motor-boat 2 motorboat fishing_boat
speedboat 1.6
ship 6 steamer steamship
pirate-ship-by-hand 6 pirate_ship
viking-ship-by-hand 5 viking_ship longship
submarine-by-hand 3 submarine
tall-ship-by-hand 6 tall_ship sailing_ship galleon
passenger-ship 7 cruise_ship ocean_liner
ferry 6
paper-boat-by-hand .4 paper_boat
tugboat-by-hand 3 tugboat tug trawler
`

export const STRUCTURES = `
church 8 chapel
classical-building 8 temple museum
circus-tent 7 circus
mosque 9
synagogue 7
hindu-temple 9
japanese-castle 9 pagoda
shinto-shrine 6 torii shrine red_gate japanese_gate
stadium 8
statue-of-liberty 14
tokyo-tower 16
eiffel-tower-by-hand 16 eiffel_tower
ferris-wheel 10
roller-coaster 9 rollercoaster
bridge-by-hand 6 bridge viaduct footbridge
convenience-store 6 shop store kiosk
post-office 8
bank 8
satellite-antenna 3 radio_telescope
waterfall-by-hand 8 waterfall
swimming-pool-by-hand 1 swimming_pool pool
stall-by-hand 2.6 stall market_stall market food_stall fruit_stall stand
igloo-by-hand 2.4 igloo
sandcastle-by-hand .6 sandcastle
barn-by-hand 6 barn
treehouse-by-hand 6 treehouse tree_house
pier-by-hand 1.4 pier jetty dock
fountain 2
playground-slide 2.4 slide playground
tent 2
camping 2 campsite camp
hut 3
factory 8
hospital 8
school 7
hotel 9
office-building 12
moai 3
building-construction 9 crane cranes
derelict-house 5 haunted_house
barber-pole 1.2
stop-sign 2.2
bus-stop 2.2
fuel-pump 1.9 petrol_station gas_station
department-store 8
kaaba 8
volcano 9
mount-fuji 10 fuji mt_fuji
wind-turbine-by-hand 9 wind_turbine
greenhouse-by-hand 2.6 greenhouse glasshouse
carousel-by-hand 4 carousel merry_go_round
iceberg-by-hand 5 iceberg
roof-by-hand 2.6 roof rooftop roofs rooftops
lifeguard-tower-by-hand 3 lifeguard_tower lifeguard_hut
wire-by-hand 4 wire power_line telephone_wire telegraph_wire
`
