/** Families of words of services to people: energy, care, learning, leisure; the form is that of `WORK_FAMILIES`. */
export const PEOPLE_FAMILIES = `
solar home_battery photovoltaic | electricity electric_bill electricity_bill power_bill utility kwh outage outages blackout inverter net_metering generator rates tariff grid
ev electric_car electric_vehicle charger chargers ev_charging wallbox | charging charge outlet level_2 plug panel amp range garage breaker tesla
generator backup_power | outage outages blackout power_cut storm transfer_switch
insulation energy_audit weatherproofing | drafty cold_room heating_bill attic condensation mould
water_treatment water_filter water_softener | hard_water limescale chlorine well_water taste iron
mold mould waterproofing damp_proofing | damp basement musty humidity leak flooding sump_pump
tree_surgeon tree_service arborist | stump branches roots storm neighbour limb
pool pools hot_tub swimming_pool | algae green_water chlorine pump filter liner
garage_door gates fencing fence | opener spring stuck panel posts
locksmith locks | locked_out key keys deadbolt rekey
appliance appliances appliance_repair | washer dryer dishwasher fridge refrigerator oven error_code noise
moving_company removals man_van | move moving packing boxes furniture apartment long_distance quote
junk_removal decluttering organizer home_organization | clutter junk hoarding garage estate overwhelmed stuff
laundry dry_cleaning | stain washing fold clothes
smart_thermostat home_automation | zigbee home_assistant hub lights sensors
meal_delivery grocery_delivery meal_prep | cook dinner lunches takeaway macros busy
allergy allergies coeliac gluten_free vegan plant_based | intolerance symptoms reaction ingredients safe
supplements vitamins protein | deficiency magnesium creatine tired sleep
menopause perimenopause hormone hormones | hot_flashes night_sweats brain_fog hrt doctor dismissed
adhd autism neurodivergent | diagnosis focus executive_function procrastinate overwhelmed forget medication assessment
coaching life_coach career_coach executive_coach | stuck burnout direction promotion confidence purpose
habit habits accountability | discipline routine motivation procrastinate streak consistent
sobriety quit_smoking addiction | cravings relapse drinking nicotine vaping
sleep sleep_coach insomnia | awake tired wake_up night_waking naps melatonin exhausted
baby_sleep sleep_consultant newborn_care doula | night_waking naps bedtime exhausted crying swaddle feeding
lactation breastfeeding | latch supply pumping formula
nanny babysitter daycare au_pair childcare_provider | sitter pickup waitlist agency after_school
tutoring tutors math_tutor homework_help test_prep | grades failing struggling exam teacher behind maths algebra reading
college_counselling admissions_consulting | essay applications deadline personal_statement rejected waitlisted
language_school language_lessons spanish french german english italian japanese conversation_practice | speak speaking fluent accent grammar tutor native plateau b1 b2 c1 a2 dele delf ielts oral freeze understand
coding_bootcamp learn_programming data_science_course | career_change portfolio junior tutorials python javascript stuck
piano guitar violin singing voice_lessons | practice teacher chords beginner lessons scales breath
dance dance_lessons ballroom salsa | partner steps wedding_dance beginner class
martial_arts self_defence boxing | gym beginner sparring class
swimming swim_lessons | pool adult afraid stroke
golf tennis | swing slice lesson serve elbow
cycling bike_fit bike_repair triathlon | saddle knee chain gears training_plan
climbing bouldering skiing snowboarding | boots injury fingers plateau
pilates physio chiropractor osteopath massage massage_therapy | back_pain neck sciatica stiff posture knots shoulder desk
podiatry running_shoes orthotics | plantar_fasciitis heel blisters flat_feet
hearing hearing_aids audiology | tinnitus deaf ringing
glasses eyewear optician contact_lenses | prescription blurry frames progressive
hair_loss hair_transplant balding | thinning minoxidil finasteride hairline receding
skincare dermatology acne | breakouts rosacea eczema scars cleanser retinol
tattoo piercing nails lashes | healing artist infected lifting refill
tailoring alterations custom_clothing suits | hem fit dress altered measurements
perfume fragrance candles | scent notes lasts sample
watches watch_repair | movement strap battery service
custom_furniture woodworking carpentry carpenter | table shelves built_in built_ins joinery wardrobe
upholstery reupholstery | sofa chair fabric foam sagging
framing art_prints wall_art | print frame gallery walls
gifts gift_boxes personalised | birthday anniversary present christmas
flowers florist | bouquet centerpieces wedding delivery
catering private_chef cake bakery | guests menu party tasting gluten
dj live_band entertainment | playlist reception dance_floor music
party_planning event_planner event_rental | birthday venue guests tent tables chairs
funeral estate_planning wills probate | executor inheritance will trust died estate power_attorney
divorce family_law custody mediation | ex separation spouse child_support lawyer settlement
immigration_lawyer visa_consultant relocation_services | visa permit green_card residency sponsor refused appeal
tenant_rights landlord_software rental_management | landlord tenant deposit lease eviction rent repairs
mortgage mortgage_broker first_time_buyer | lender preapproval down_payment rates refinance deposit declined
home_inspection surveyor | inspection cracks foundation report buying
financial_adviser financial_advisor wealth_management pension | retire savings invest inheritance pension rollover fees
debt_relief credit_repair debt_management | collections maxed_out credit_cards minimum_payments bankruptcy score
travel_agent travel_agency tours group_travel | itinerary flights planning honeymoon trip guide visit
camper campervan rv caravan | hookup leak solar fridge roof conversion
pet_sitting dog_walking boarding kennel | away vacation sitter trust dog cat
pet_food raw_feeding pet_nutrition | picky allergies kibble vomiting itchy diarrhea
cat_behaviour cat_behavior litter_training | spraying peeing scratching fighting yowling
horse horses equestrian | saddle lame stable hay
aquarium fish_tank reptiles | algae ammonia cycle filter tank
houseplants plants plant_care | yellow_leaves repot drooping root_rot gnats
beekeeping chickens homestead | hive coop predators eggs
car_detailing paint_protection | scratches swirl ceramic wash interior
car_lease car_leasing car_buying | dealer dealership lease finance payment trade_in
auto_insurance car_insurance | premium quote accident renewal rates
driving_instructor driving_test | nervous failed lessons parallel_parking examiner
boat boating marina | engine mooring hull trailer
board_games miniatures dnd | players rules group session
esports game_coaching | rank stuck elo tilt
drones aerial_photography | footage license survey roof
genealogy family_history | ancestors dna records tree
photo_restoration digitizing scanning_photos | old_photos vhs slides negatives tapes
`;
