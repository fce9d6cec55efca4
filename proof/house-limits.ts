/**
 * How large the suite may be: lines by folder, without unit tests. `sandbox/faults` and `sandbox/variants` have no limit,
 * since they protect the verdict. These figures never change; a limit is raised
 * by the entry of its folder in `raised`.
 */
export const limits = {
  tests: 3_900,
  fixtures: 900,
  interface: 3_400,
  helpers: 9_300,
  harness: 2_900,
  cli: 1_100,
  proof: 750,
  sandbox: 2_000,
  'real-pages': 0,
  rest: 400,
  'unit tests': 6_500,
  /** Each of the six operator variables counts. */
  settings: 40,
  programs: 16,
} as const;

/** The longest file, catalogues and tables aside. */
export const longestFile = 300;

export interface Raised {
  /** A folder, or a file that is longer than others may be. */
  readonly what: keyof typeof limits | `${string}.ts`;
  readonly to: number;
  readonly why: string;
  /** What a user would miss without it. */
  readonly missed: string;
}

/** Every limit that was raised, with all reasons for it. */
export const raised: readonly Raised[] = [
  {
    what: 'tests',
    to: 5_165,
    why: 'Specs name the replies and cases at which each rule is judged; new stories judge keys beside other mistakes, what was refused or updated before, and what failed and cancelled payments move. What was refused, switched off or lost beside others is judged in stories that exist. Callbacks of one address, also where a service takes it only once, and copies of the data that a write never reaches. What an empty text leaves as it was; three payments in one browser, in a spec of their own, so that channels without a return wait for it together. Texts, structures and escapes that parsers and databases break on. Other spellings of a path, which a router takes for it and whoever asks for keys does not. What a number, a customer or an inactive time leaves for the next request; a page in another language, and a payment that is cancelled late.',
    missed:
      'Specs that show what they judge; rules about every announced payment, refused updates and references. Faults of one delivery, one currency, one order or one copy that no single exchange shows.',
  },
  {
    what: 'fixtures',
    to: 1_246,
    why: 'One place judges what is left when a test ends, and attaches exchanges, notifications and curl to each red. One fixture observes how a payment moves the wallets, for specs of the API and of the browser. A payment whose delivery is refused, also where the service gave up the address because of others before. Payments that are announced bear the mark of the run.',
    missed:
      'The evidence of a failure that no check of the test itself had found. The same, in specs that show what is paid. The same: whole runs on such services ended as inconclusive. A second run on the account, of which a run was warned only by chance.',
  },
  {
    what: 'interface',
    to: 4_060,
    why: 'Answers that may differ are told apart by a field, values that the target accepts count as valid. A message that names no field is quoted.',
    missed:
      'Rules that vanished from the results where another answer fitted by chance. What a refusal says in place of the field.',
  },
  {
    what: 'helpers',
    to: 15_540,
    why: 'Values rotate from request to request, workers share one set of connections, pages of UI libraries are used, and a customer makes a mistake first, types several amounts, and comes to a page again. Amounts are learned in each currency, since bounds and steps differ from one to the other. Wallets and balances are compared before and after each kind of payment, without further payments. npm run page opens the lists that a library draws, takes names that last, and finds what only looks pressable; evidence shows unusual headers; payments carry forms in turn. What only looks pressable is a reading of its own, for those who ask; controls are used that a page replaces meanwhile, and pages that their script leaves late are watched longer. Fields and lists of the browser are read back without a handle of their element. Creations of callbacks wait for room where a service allows few at once; one that switches them off is told apart. What ends a test that has judged all its rules is kept, and what a known deviation hides is known as well. What a customer enters by mistake is told from a line that does not fit. An amount is read that a page draws in parts or in another script, and told from others by the caption above it; a value goes to the control of its own caption, never to a field that stands behind a list without a role. A cancelled payment is begun again where its page asks for that, an amount is typed and changed before it is sent, and the amount is read of pages that leave at once. Pictures of failed tests are covered as films are. A rate limit is found one request at a time, and a return is missed once for all payments. Amounts in pictures and in fields that cannot be changed are read, and one that stands in its field is left. A plain box or a link that asks to choose opens a list; a button that leads on is never taken for one. What others pay beside a payment is told from it by their amount; a page whose answer does not end is told from one that offers nothing, and waited for once. E-mail addresses of other forms, which a service may refuse. Endpoints that never answer are asked only from time to time. A page that loads itself or opens dialogs without end is named, and closed; what only refuses in time is waited for briefly. A list that was opened is told from the value of its control, and keys without a role are pressed and read back. A customer cancels late, and a page is loaded in another language.',
    missed:
      'Faults that show with one amount or client only, fast runs on slow targets, lists that a library draws itself, and payments that end wrongly after an entry that the page refused. The verdict on a service that takes no cents in its second currency: it was failed. A failed or cancelled payment that moves money, in the list or in the balance alone. Lines that are right as proposed on most UI libraries; a reference of digits that one way back to the merchant rounds. The time of the style of each element in every reading; payments on pages that draw themselves again. A quarter of the calls of the browser that a payment took. The verdict on services that allow few callbacks, or that give up an address after some failures. That a test broke off, which no result said; a run that conforms but for what is accepted. How long a wrong label keeps a run: each payment with a mistake lost it twice. The verdict on pages that draw cents apart, or show a balance or a fee under its caption: they were failed. A key that a page shows, in the picture of its failure. The verdict on pages that show the amount of the merchant in a field alone: they were failed. A payment that was sent by a line that chooses, before anything was chosen. Money that a failed payment moves while others pay. Ten minutes and forty rules on a page that never ends. Requests that fail for an address in capital letters or with an apostrophe. The end of a run against an endpoint that never answers. Half an hour of waiting, and a reason that named a line of the description. Lines that were counted though nothing was chosen or typed. A page that breaks for one language, a payment that is paid when it is cancelled late.',
  },
  {
    what: 'harness',
    to: 4_610,
    why: 'Reports begin with causes, each with its shortest exchange; a target that is down or not ready is told once. Pictures of payments have a page, two people may sign a release, and the reporter is three files that are read alone. Allure lists the broken rules, JUnit carries the keys of a test management tool, two films are compared, and open points and entries without a case are named. Each broken rule is a category of Allure with a test of its own, written without a wait for the disk; a cause names its endpoint, what came and what was due, once for all that the same exchanges or an ignored update show, and with which currency alone; known deviations say that they end; blobs of shards are masked decoded. A test that broke off after its rules were judged is told. What was not deleted is one cause; an empty list of tests is told. What a fetch shows otherwise in a field of a callback is one cause. Causes are told by the rule about their field, and by the callback that shows what a missing notification follows from.',
    missed:
      'What the service does wrong and since when, instead of hundreds of equal failures. What the customer saw, beside the points that a person decides; the second signature. A broken rule found in three clicks; results beside the test cases of QA; what changed on a payment page; an entry that covers nothing. A rule that Allure lists nowhere, where to look, one fault told as three causes, and red nights that end as inconclusive; a run that conforms although a test of it crashed. A wrong type in one field, told as four causes. A placeholder told as a repetition, an empty message as a request that is not refused.',
  },
  {
    what: 'cli',
    to: 1_338,
    why: 'npm run page proposes lines, which no run does any more; the pages of settings are written here. npm run doctor checks settings and lists without the target; npm run compare knows the run before. npm run doctor tries the creation of a callback; npm run cleanup knows that the sandbox needs none.',
    missed:
      'Lines for a payment page that nobody has described yet. A wrong list found before the target is asked; what changed since last night, in one command. The line for a target that creates none, before a whole run ends as inconclusive.',
  },
  {
    what: 'proof',
    to: 1_425,
    why: 'The benchmark replays the stories of the suite beside a bare client; faults and variants are planned with unit tests, and a fault first meets the test that killed it before. A fault may need settings, such as another currency; combinations can be made one by one.',
    missed:
      'The measure of what the suite adds to the time of a target, and a plan in which no fault is left out. Faults of a currency without decimals; variants in another currency, which ran in the usual one.',
  },
  {
    what: 'sandbox',
    to: 2_100,
    why: 'The sandbox serves other payment pages than its own.',
    missed: 'The proof that lines fit pages of common UI libraries.',
  },
  {
    what: 'real-pages',
    to: 2_400,
    why: 'Payment pages of the UI libraries in use, built as their owners would.',
    missed: 'Pages with lists, dialogs and fields that no page written by hand has.',
  },
  {
    what: 'unit tests',
    to: 8_070,
    why: 'What a body leaves open, the end of a test, the connections of workers, the lines of a page and joined causes have tests now. The limiter does not take a late refusal of a key for a busy target. Which of the refused requests tells a cause. A value goes to the control of its own caption. Cells and opened words are lists. Which names of the environment are nearly settings, and which belong to others. Pictures of failed tests. What follows from a field of a callback. Amounts that are shown otherwise than as text. A list that shows its value as an option. Pages that never end, and by which rule a cause is told. Pictures of a trace. An endpoint that never answers, beside one that has answered. How long what only refuses is waited for. Eight controls that pages draw, each seen on a further UI library.',
    missed:
      'A careless open answer, which silences the rules of a flow, would pass unnoticed; two faults told as one. Runs of an hour on services that answer wrong keys late. A network that is typed into the field of the phone number, and counts as chosen. A warning about a variable of another program in each run. A key in the picture of a failed test. An amount of the merchant that is typed over. A list of a common library that is never read back. The same. A list that counts as chosen because it lies open.',
  },
  {
    what: 'settings',
    to: 46,
    why: 'The six variables of the operators count as six, and BUILD_URL reads which build was checked. SCREENSHOTS turns pictures off where a page shows what nobody may keep.',
    missed:
      'An operator with a number range of its own; since which build a rule is broken. A way to run without any picture of a payment page.',
  },
  {
    what: 'tests/api/5-authentication.spec.ts',
    to: 330,
    why: 'Its table of endpoints serves each kind of wrong key.',
    missed: 'All wrong keys at every endpoint in one file.',
  },
];
