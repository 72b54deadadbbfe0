/** Families of words of the trades that sell to people at home; the form is that of `WORK_FAMILIES`. */
export const HOME_FAMILIES = `
laptop laptops notebook computer computers pc | ultrabook macbook chromebook lenovo thinkpad dell asus hp acer msi ideapad gaming i5 i7 ssd ram gpu screen battery_life newegg college specs
phone phones smartphone mobile_plan iphone android | carrier samsung pixel screen_replacement unlocked data_plan
gaming gamer gamers games game | fps steam xbox ps5 console play graphics
refurbished used second_hand secondhand | warranty ebay craigslist cheap renewed
camera cameras lens photography_gear | dslr canon nikon sony lenses tripod mirrorless
photography photographer photographers photos photo_shoot | pictures portraits photographed shoot album prints headshots engagement_photos second_shooter
videography videographer film filming | video footage cinematographer highlight dslr
wedding weddings bride couples engaged engagement | fiance fiancee ceremony reception venue vendors bridesmaids guest_list elope vows dress coordinator caterer dj florist officiant save_dates
travel trip trips itinerary vacation travel_planning | flights hotel hostel backpacking visiting itinerary visa airline destination honeymoon
flight flights airline | delayed refund cancelled compensation airport booking
moving movers relocation | relocate packing truck apartment boxes furniture
storage self_storage | unit declutter boxes
renovation remodel remodeling contractor contractors home_improvement handyman | remodel house kitchen bathroom quote quotes bid permit demo drywall install addition basement estimate renovate gut
repair repairs fix mend | broken leak leaking replace crack cracked damage damaged rot stopped_working
plumbing plumber | leak leaking pipe pipes toilet drain faucet sink shower clogged water_heater sewer septic water_pressure
electrical electrician wiring | outlet breaker circuit gfci panel switch light_fixture wires voltage
roofing roof roofer | shingles leak gutter gutters attic flashing hail
flooring floor floors | hardwood laminate tile carpet subfloor vinyl refinish grout squeaky
painting painter paint | primer walls trim stain peeling coat
kitchen kitchens bathroom bathrooms | cabinets countertop countertops tile vanity backsplash tub shower sink granite
hvac heating cooling furnace air_conditioning heat_pump | ac thermostat ducts insulation humidity draft boiler
solar solar_panels | inverter electric_bill panels net_metering battery
windows doors | draft draughty glass replace frame
landscaping lawn garden gardening yard | grass weeds plants soil mowing fence patio drainage sod trees tomatoes raised_bed
pest pest_control exterminator | mice roaches ants bed_bugs termites rats wasps
cleaning cleaner cleaners maid housekeeping | dirty stains clean mess carpet_cleaning messy
interior_design decorating decor furniture home_decor | couch sofa living_room rug room layout curtains apartment bedroom wall paint
mattress sleep bedding | insomnia back_pain pillow bed sleeping tired
personal_training trainer fitness workout workouts training_plan gym | exercise exercises lifting routine squat muscle strength cardio coach bodyweight motivation form program plateau out_shape
weight_loss lose_weight weight diet dieting | pounds lbs calories fat overweight obese plateau bmi eating binge myfitnesspal losing kg
nutrition meal_plans meal_plan meals healthy_eating dietitian | calories macros protein eat food eating diet recipes meal_prep cooking snacks
running runner runners marathon start_running | run 5k 10k half_marathon couch_5k c25k shin_splints pace miles jogging race knee
yoga pilates mobility stretching | flexible posture back_pain hips
physiotherapy physical_therapy injury injuries | pain knee shoulder rehab back_pain sprain doctor
therapy therapist counseling counselling mental_health | anxiety depression depressed panic stress overwhelmed lonely burnout grief psychiatrist coping
meditation mindfulness stress | anxious calm anxiety sleep burnout
skincare skin beauty cosmetics | acne dry_skin routine moisturizer sensitive sunscreen breakouts
hair haircare salon barber | haircut curls dye dandruff balding stylist
fashion clothing clothes style apparel | outfit wear shirt jeans suit shoes wardrobe fit
jewelry jewellery ring rings | diamond engagement_ring gold necklace
dog dogs puppy puppies canine | pup leash breed crate rescue shelter_dog pit_bull lab retriever shepherd walks vet dog_park terrier
dog_training puppy_training obedience | trainer training bark barking bites biting potty house_training separation_anxiety leash_reactive aggression aggressive pulling crate nipping chewing behaviorist growls jumping recall housebroken
cat cats kitten feline | litter litter_box scratching vet meow spraying
pet pets veterinary vet | dog cat vet sick pet_sitter kennel food
parenting parents baby babies toddler children kids childcare | son daughter newborn sleep_training daycare nanny tantrums toddler child school
pregnancy pregnant fertility | trimester ovulation midwife ttc
senior seniors elderly eldercare caregiver caregivers | mother father dementia alzheimers aging assisted_living mom grandma nursing_home
dating relationship relationships | girlfriend boyfriend tinder date marriage
car cars auto mechanic auto_repair vehicle | engine brakes transmission check_engine dealership oil_leak mileage tires used_car noise mechanic
bike bicycle cycling ebike | commute chain derailleur helmet ride
motorcycle motorcycles | riding helmet bike
driving driving_lessons driving_school | license road_test
guitar piano music_lessons music | chords instrument practice song teacher beginner singing
music_production mixing mastering | daw ableton mix vocals tracks plugin
art drawing illustration | draw sketch tablet commission digital_art
book_editing editing publishing author authors manuscript writers | novel editor self_publish kindle draft beta_readers agent
coffee espresso | grinder beans brew machine
cooking recipes recipe meal_kit | cook dinner meals ingredients kitchen groceries
wine beer brewing homebrew | ferment keg brew
outdoors hiking camping | tent backpack trail boots gear sleeping_bag
college admissions university student_loans scholarship | essay applying sat campus major tuition apply
immigration visa visas | green_card uscis h1b sponsor citizenship
home_security smart_home alarm cameras | burglar break_in motion_sensor locks doorbell
internet wifi broadband router | speed slow isp connection modem dead_zone
tv streaming home_theater audio_equipment headphones | speakers receiver soundbar hdmi netflix
`;
