/**
 * Families of words of the trades that sell to businesses and makers. Before the bar: words for the same thing, any of which
 * in a description calls the family; after it: words that people with the need use instead. `_` joins two words.
 */
export const WORK_FAMILIES = `
invoice invoicing invoices billing bill | unpaid overdue late_payment paid client_owes owes deposit net_30 retainer non_payment collections paypal stripe
proposal proposals contract contracts agreement estimate | scope scope_creep terms signature esign kill_fee clause
freelancer freelance freelancers freelancing contractor | client clients gig hourly_rate self_employed 1099 rates upwork fiverr
time_tracking timesheet track_time timer | hours billable hourly
bookkeeping bookkeeper accounting accountant ledger | quickbooks xero freshbooks reconcile receipts books cpa chart_accounts accounts spreadsheet balance_sheet profit_loss wave
payroll paycheck paychecks | withholding w2 gusto adp employees wages 941 contractors direct_deposit
tax taxes tax_return tax_prep | irs deduction deductions cpa filing 1099 schedule_c write_off sales_tax quarterly vat hmrc audit refund
expense expenses expense_tracking receipts | mileage reimbursement receipt budget spending
spreadsheet spreadsheets excel google_sheets | formula pivot macro vba csv workbook cells
crm sales_pipeline pipeline leads lead_generation prospecting | prospects hubspot salesforce pipedrive cold_email outreach follow_up contacts deals closing cold_call
email_marketing newsletter newsletters email_campaign | mailchimp klaviyo subscribers open_rate mailing_list deliverability spam_folder autoresponder sendgrid unsubscribe
seo search_engine google_rankings ranking rankings | google rank ranked backlinks keywords serp indexed traffic penalty panda penguin organic sitemap webmaster link_building local_listing citations search_console
marketing advertising ads ad_campaign agency | adwords facebook_ads campaign ppc conversion roi audience promote customers exposure landing_page traffic branding
social_media instagram tiktok facebook | followers engagement posting content_calendar influencer reels hashtags scheduling
reviews reputation | yelp trustpilot google_reviews negative_review ratings bad_review
copywriting content_writing copywriter blog blogging content | articles writer copy posts headline ghostwriter
website websites web_design web_designer web_development landing_page | site wordpress squarespace wix template domain hosting redesign designer developer html css webflow homepage
hosting web_hosting server servers vps cloud | uptime downtime bandwidth aws cpanel ssl dns deploy migrate
wordpress plugin plugins theme | woocommerce elementor php
ecommerce online_store shopify storefront | etsy amazon cart abandoned checkout dropshipping conversion woocommerce listing listings sales fulfillment
shipping logistics freight fulfillment courier | package carrier usps ups fedex customs tracking warehouse 3pl label parcel
inventory stock warehouse | sku barcode overselling stockouts purchase_orders reorder
pos point_sale payments payment_processing merchant | square stripe paypal chargeback card_reader processor fees
startup startups founder founders saas | mvp launch cofounder traction investors users product_market churn beta validation
fundraising investors venture | pitch_deck seed_round angel valuation
developer developers software_development programming programmer api coding | code app build developer framework backend frontend bug database freelancer github
app apps mobile_app ios android | developer iphone prototype app_store build
testing qa test_automation bugs | flaky regression selenium playwright tests
monitoring observability alerts incident uptime | outage logs downtime pager on_call
database databases data_pipeline etl analytics dashboard dashboards reporting | sql report reports metrics bi tableau power_bi query kpi visualise
ai machine_learning chatbot llm automation automate workflow | gpt chatgpt zapier manual repetitive agent model prompts scripts
security cybersecurity password passwords phishing | hacked breach malware 2fa ransomware soc2 compliance audit vulnerability
backup backups data_recovery recovery | lost_files hard_drive deleted crashed nas restore
it_support tech_support helpdesk managed_it | computer network wifi server ticket tickets office_365 virus slow
customer_support helpdesk support_tickets live_chat | zendesk intercom tickets response_time inbox
project_management task_management tasks to_do productivity | trello asana notion deadlines organised procrastination kanban overwhelmed prioritise planner
meeting meetings scheduling calendar appointments booking bookings | calendly no_shows reschedule double_booked appointment availability reminders
hiring recruiting recruitment applicants talent | candidates resume interview job_posting ats onboarding
hr human_resources employees staff onboarding | handbook pto shift shifts scheduling turnover policy
legal lawyer attorney law contracts trademark | sue lawsuit llc copyright legal_advice nda patent liability small_claims incorporate
incorporate llc company_formation registered_agent | s_corp ein sole_proprietor register_business
insurance insurer coverage premium | claim liability policy deductible insured quote denied
loan loans lending financing credit mortgage | interest_rate debt apr refinance lender down_payment credit_score approved borrow
budgeting personal_finance savings investing retirement financial_planning | budget debt 401k ira paycheck_paycheck emergency_fund save money spending invest advisor mint ynab
crypto bitcoin | wallet exchange ethereum blockchain
real_estate realtor property_management landlord rental rentals tenants | tenant lease rent property house evict eviction closing listing agent buying_home airbnb deposit
airbnb vacation_rental short_term_rental | guests host cleaning_fee turnover listing
translation translator localization | translate subtitles native_speaker
transcription podcast podcasts podcasting audio | microphone editing episodes mic recording transcript noise
video_editing video editor youtube | footage premiere edit thumbnail channel editing
graphic_design logo logos branding designer illustration | logo brand typography mockup flyer business_card artwork vector
printing print prints merch t_shirts custom_shirts | screen_printing embroidery shirts stickers printer
3d_printing 3d_printer | filament pla resin prototype print
career resume cv job_search interview | job cover_letter applying laid_off linkedin interviews applications offer hired unemployed recruiter
course courses tutoring tutor tutors exam exams homework | math grades study sat gre calculus failing class test learn lessons gpa studying
language languages language_learning spanish english french | fluent speaking vocabulary duolingo grammar ielts toefl conversation accent
restaurant restaurants cafe catering food_truck | menu pos kitchen_staff delivery reservations orders chef
nonprofit nonprofits donations fundraising charity | donors grant grants volunteers
event events event_planning venue tickets | venue guests organiser vendors registration
manufacturing manufacturer supplier suppliers sourcing | alibaba prototype moq factory wholesale china
etsy handmade crafts | shop listing listings fees craft sellers
`;
