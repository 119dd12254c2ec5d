/** People stand, walk or move with their whole bodies. */
export const PEOPLE = `
man-by-hand 1.75 man men boyfriend husband father dad daddy brother uncle gentleman guy traveller traveler writer poet stranger wanderer
woman-by-hand 1.7 woman women girlfriend wife mother mum mom mummy mommy sister aunt lady teacher daughter bridesmaid
girl-by-hand 1.25 girl niece granddaughter
boy-by-hand 1.25 boy nephew son grandson kid
child-by-hand 1.1 child toddler
person-by-hand 1.7 person people friend lover figure human somebody someone neighbour neighbor
baby-by-hand .6 baby newborn
grandmother-by-hand 1.6 grandmother grandma granny nan nana old_woman old_lady gran
grandfather-by-hand 1.68 grandfather grandpa opa grandad granddad old_man
bride-by-hand 1.7 bride
groom-by-hand 1.78 groom
king-by-hand 1.8 king prince
queen-by-hand 1.72 queen princess
robot-by-hand 1.7 robot android
astronaut-by-hand 1.85 astronaut spaceman cosmonaut
knight-by-hand 1.85 knight
pirate-by-hand 1.75 pirate captain
wizard-by-hand 1.8 wizard magician sorcerer
witch-by-hand 1.7 witch
chef-by-hand 1.75 chef cook baker
scientist-by-hand 1.7 scientist chemist
builder-by-hand 1.75 builder workman construction_worker
mechanic-by-hand 1.75 mechanic
pilot-by-hand 1.75 pilot
student-by-hand 1.7 student graduate
zombie-by-hand 1.7 zombie
werewolf-by-hand 1.9 werewolf
waiter-by-hand 1.75 waiter waitress butler
barber-by-hand 1.75 barber hairdresser
guitarist-by-hand 1.75 musician guitarist busker
nun-by-hand 1.65 nun
person-walking 1.7 walker pedestrian
person-fencing 1.7 fencer
person-bouncing-ball 1.75 basketball_player
person-lifting-weights 1.75 weightlifter
person-playing-handball 1.7 handball_player
santa-by-hand 1.75 santa father_christmas santa_claus
scarecrow-by-hand 1.8 scarecrow
angel-by-hand 1.7 angel
alien-by-hand 1.3 alien martian
man-dancing 1.75 dancing_man
woman-dancing 1.7 dancer dancing_woman flamenco
person-running 1.65 runner jogger
person-biking 1.75 cyclist
person-rowing-boat 1.2 rower
person-surfing 1.7 surfer surfing
skier 1.6
snowboarder 1.6
person-swimming .8 swimmer
person-in-lotus-position 1.1 monk yogi
person-fairy 1 fairy
person-merpeople 1.5 mermaid
person-climbing 1.8 climber
person-golfing 1.75 golfer
person-juggling 1.7 juggler
person-cartwheeling 1.5 acrobat gymnast
horse-racing 2.2 jockey horse_rider
ninja-by-hand 1.7 ninja
detective-by-hand 1.75 detective spy
firefighter-by-hand 1.75 firefighter fireman
police-by-hand 1.75 policeman policewoman police_officer
superhero-by-hand 1.8 superhero hero
farmer-by-hand 1.75 farmer gardener
artist-by-hand 1.7 artist painter
doctor-by-hand 1.7 doctor nurse vet dentist surgeon
vampire-by-hand 1.75 vampire dracula
elf-by-hand 1.4 elf
singer-by-hand 1.7 singer
gnome-by-hand .7 gnome dwarf
fisherman-by-hand 1.75 fisherman angler
cowboy-by-hand 1.75 cowboy cowgirl sheriff
clown-by-hand 1.7 clown jester
judge-by-hand 1.7 judge
office-worker-by-hand 1.75 office_worker businessman businesswoman boss lawyer
guard-by-hand 1.85 royal_guard guardsman
soldier-by-hand 1.75 soldier
photographer-by-hand 1.7 photographer
violinist-by-hand 1.7 violinist fiddler
drummer-by-hand 1.75 drummer
trumpeter-by-hand 1.75 trumpeter
postman-by-hand 1.75 postman mailman postwoman mail_carrier
miner-by-hand 1.75 miner
footballer-by-hand 1.75 footballer football_player soccer_player goalkeeper
tennis-player-by-hand 1.7 tennis_player
boxer-by-hand 1.75 boxer
ballerina-by-hand 1.7 ballerina ballet_dancer
skeleton-by-hand 1.75 skeleton
mummy-by-hand 1.75 egyptian_mummy
monster-by-hand 1.6 monster beast yeti
cyclops-by-hand 2 cyclops
viking-by-hand 1.8 viking
sailor-by-hand 1.75 sailor
librarian-by-hand 1.7 librarian
tailor-by-hand 1.75 tailor seamstress
hiker-by-hand 1.75 hiker backpacker
diver-by-hand 1.8 diver scuba_diver
shepherd-by-hand 1.75 shepherd
devil-by-hand 1.6 devil demon imp
thief-by-hand 1.75 thief burglar robber
statue-by-hand 2.6 statue sculpture
doll-by-hand .4 doll
person-taking-bath 1.2
`
