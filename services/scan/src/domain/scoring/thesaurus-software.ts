/** Families of words of software and services that companies and makers buy; the form is that of `WORK_FAMILIES`. */
export const SOFTWARE_FAMILIES = `
online_booking booking_software appointment_booking appointment_scheduling scheduling_software | no_shows no_show cancel cancellation cancellations reschedule double_booked appointment appointments deposit calendar booked ghosted slots reminders
phone_system voip call_center answering_service receptionist | missed_calls voicemail calls ring extension phone_tree ringing dial
field_service dispatch dispatching job_management | technicians crew routes jobs work_orders quotes scheduling trucks
fleet fleet_tracking telematics | drivers trucks vans mileage fuel gps routes
construction builders estimating takeoff | bids subcontractors subs change_orders blueprints jobsite estimate
employee_scheduling shift_scheduling rota rostering workforce | shifts rota swap part_timers staff no_show coverage timesheets
time_clock attendance | punch clock_in overtime hours buddy_punching
membership gym_management studio_management class_booking | members attendance classes waivers recurring billing churn
online_courses course_platform lms elearning | students modules teachable kajabi thinkific lessons enrolment cohort
community_platform forum_software membership_site | members discord slack circle engagement moderation
webinar webinars video_conferencing | zoom attendees recording teams meet
knowledge_base documentation wiki onboarding | docs notion confluence articles sop handover outdated
forms surveys survey questionnaire user_research | responses respondents typeform google_forms interviews participants
customer_feedback user_feedback feature_requests | roadmap votes reviews nps interviews
customer_success churn retention onboarding | cancel cancellations churned renewals trial users activation
product_analytics web_analytics attribution | mixpanel amplitude ga4 events funnel tracking utm dashboards pixel
ab_testing conversion_optimization | variants experiment conversion bounce_rate checkout landing_page
feature_flags ci_cd deployment devops kubernetes docker | deploys pipeline rollback builds cluster staging terraform outage
error_tracking logging crash_reporting | exceptions stack_trace logs sentry crashes debugging
web_scraping scraping proxies data_extraction | scraper blocked captcha crawl ip_ban
no_code low_code internal_tools | airtable bubble retool zapier spreadsheets glide
integration integrations etl sync webhooks | zapier api csv duplicate manual_entry connect
password_manager single_sign sso identity | passwords login 2fa shared_logins locked_out offboarding
ransomware cyber_security endpoint_protection phishing_protection | hacked encrypted breach phishing malware mfa edr cyber_insurance incident clicked
vpn remote_access privacy | geo_blocked proxy torrent streaming firewall tunnel
e_signature esignature document_signing | docusign sign signatures pdf contract
document_management pdf ocr scanning paperless | scan paper files folders searchable filing receipts
note_taking notes second_brain | obsidian notion evernote onenote tags capture
email_client inbox email_management | unread emails newsletters inbox_zero gmail outlook spam
transcribing meeting_notes ai_notetaker | minutes action_items recordings transcript otter
ai_agents llm_app rag prompt_engineering fine_tuning | hallucinations tokens embeddings openai claude gemini context
gdpr compliance soc2 iso_27001 data_protection | audit auditor policies consent cookie dpa questionnaire
procurement vendor_management spend_management corporate_cards | approvals purchase invoices receipts subscriptions
subscription_billing dunning recurring_billing | failed_payments stripe churn invoices proration
accounts_receivable debt_collection collections | unpaid overdue owes owe late_payment chasing net_30 net_60
cash_flow forecasting cfo | runway invoices payroll overdraft late_payment margins
sales_outreach cold_email cold_calling sdr | replies bounce leads prospects linkedin sequences booked_meetings
linkedin personal_branding ghostwriting | posts followers profile connections engagement
public_relations press pr_agency | journalists coverage media launch pitch reporters
influencer_marketing creators ugc | influencers collab brand_deals sponsorship rates tiktok
affiliate affiliate_marketing referral_program | commission referrals links partners payouts
google_ads ppc paid_ads paid_social facebook_ads meta_ads | cpc cpa roas budget campaigns clicks conversions impressions wasted
local_seo google_business map_pack | listing listings reviews maps rank suspended near_me
link_building backlinks digital_pr | outreach guest_posts domain_authority anchor spam
product_photography packshots | photos listings lightbox background amazon
amazon_fba marketplace_sellers amazon_seller | asin listings ppc suspended fulfilment buy_box returns
print_demand custom_merch merchandise | shirts hoodies printful mockups embroidery minimum_order
packaging labels boxes mailers | custom_box inserts supplier minimum_order eco
returns reverse_logistics | refunds exchanges return_rate restocking
wholesale b2b_ecommerce distributors | retailers minimum_order net_30 stockists
restaurant_pos online_ordering delivery_app | doordash uber_eats menu orders tablet commission
hotel_management channel_manager property_management_system | bookings overbooking ota guests rooms front_desk
event_ticketing ticketing | attendees tickets sold_out check_in venue fees
church_management donor_management fundraising_software | donors donations volunteers members giving
clinic_management ehr emr patient_intake medical_practice | patients charting appointments billing insurance intake no_shows
dental dentist orthodontist | tooth teeth crown root_canal braces aligners gums
legal_practice case_management law_firm | clients billing intake matters paralegal trust
architect architecture floor_plan drafting | permit plans extension drawings planning_permission blueprint
patent trademarks intellectual_property | infringement copycat idea invention prior_art cease
grant_writing grants | application funder proposal deadline nonprofit
bookkeeping_cleanup tax_preparation | behind books receipts irs years filing
`;
