/**
 * How large the suite may be: lines by folder, without unit tests. `sandbox/faults` and `sandbox/variants` have no limit,
 * since they protect the verdict. These figures never change; a limit is raised by the entry of its folder in `raised`.
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
  /** What its lines do, one reason a line, each with what a user would miss without it. */
  readonly why: readonly (readonly [does: string, missed: string])[];
}

/** Every limit that was raised, with all reasons for it. A further reason is a further line. */
export const raised: readonly Raised[] = [
  {
    what: 'tests',
    to: 5_380,
    why: [
      ['A reference that differs in the case of its letters, a request from inside', 'a payment of another order'],
      ['An amount typed in the second currency where a page takes no mistake', 'a wrong one on such a page'],
      ['Bytes that are no text, null, and fields of answers', 'crashes, prompts without a number, ids of a merchant'],
      ['A payment that is lost in the second currency is told by another channel', 'one that never leads back'],
      ['Specs name the replies and the cases at which each rule is judged', 'specs that show what they judge'],
      ['Stories of what was refused, updated or switched off before', 'faults that no single exchange shows'],
      ['Three payments in one browser, in a spec of their own', 'one long wait where no channel returns, not three'],
      ['Texts and escapes that parsers and databases break on', 'crashes that only unusual text brings about'],
      ['Other spellings of a path', 'an endpoint that opens without a key under one of them'],
      ['What a number, a customer or an inactive time leaves behind', 'faults that show only in the next request'],
      ['A page in another language, a payment that is cancelled late', 'errors that other customers meet'],
      ['Failures in the second currency, events of an inactive time or of others', 'faults of two states together'],
      ['A third failure is counted, too; failure_count has a spec of its own', 'a count that ends at two'],
      ['Amounts beside one another in both currencies', 'one unit that only the second currency breaks on'],
      ['Slow deliveries are waited for, late ones shorten no other wait', 'the verdict on such a service'],
    ],
  },
  {
    what: 'fixtures',
    to: 1_248,
    why: [
      ['What is left when a test ends is judged in one place', 'the evidence of what no check found'],
      ['What the end of a test does has functions with names', 'a fixture that does six things'],
      ['One fixture observes how a payment moves the wallets', 'the same in the specs of API and browser'],
      ['A payment whose delivery is refused, also where an address was given up', 'a verdict on such services'],
      ['Payments that are announced bear the mark of the run', 'the warning about a second run on the account'],
    ],
  },
  {
    what: 'interface',
    to: 4_060,
    why: [
      ['Answers that may differ are told apart by a field', 'rules that vanish where another answer fits by chance'],
      ['A message that names no field is quoted', 'what a refusal says in place of the field'],
    ],
  },
  {
    what: 'helpers',
    to: 16_170,
    why: [
      ['A page is photographed, and left, without the script that finds elements', 'two seconds of each run'],
      ['Other ways to pay than a card are opened, and what is drawn unreadably is told', 'lines for such pages'],
      ['A lost line gives up the payments that need it, in their currency', 'seconds for one wrong line of the amount'],
      ['A wheel is turned as by a finger, and confirmed by words without a role', 'the verdict on pages for phones'],
      ['One client sends back the cookies that it was given', 'a service that a cookie opens without a key'],
      ['An amount other than the one that was typed is told where it stands alone', 'cents or a sum that are lost'],
      ['Values rotate from request to request', 'faults that show with one amount, reference, address or client only'],
      ['Amounts and addresses are learned in each currency', 'the verdict on services that take fewer of them'],
      ['Learning, and judging a typed amount, have functions with names', 'functions of fifty to ninety lines'],
      ['Workers share one set of connections, and a rate limit is found', 'fast runs on slow and on limited targets'],
      ['A customer makes mistakes, comes again, cancels and begins again', 'payments that end wrongly only after that'],
      ['Wallets and balances are compared around each kind of payment', 'a failed payment that moves money'],
      ['Lists, boxes, keys and fields as UI libraries draw them are used and read back', 'the verdict on such pages'],
      ['A line counts only when the page shows what it did', 'payments that were sent before anything was chosen'],
      ['A field may suggest what was typed, or open below the words of a group', 'a list that drops what was typed'],
      ['A lost line is told once, with the nearest control, or what never ends', 'an hour, and the line to write'],
      ['The nearest control has the words of its caption, and may be on an earlier page', 'a line that can be written'],
      ['npm run page proposes lines by what the page asks for next', 'lines that are right as proposed'],
      ['What was blocked is told; a notice may lie over a button', 'lines that are right on such pages'],
      ['Amounts in parts, locked fields and other scripts are read', 'the verdict on pages that draw them so'],
      ['Amounts of fees, of others and those drawn late are told from that of the payment', 'no false alarm there'],
      ['What a cancelled payment may lead to is told from a page that breaks', 'the verdict on services that end so'],
      ['Creations of callbacks wait for room', 'the verdict on services that allow few callbacks'],
      ['Pictures are covered where a page shows a key', 'a key in the picture of a failure'],
      ['What never answers, never ends or loads itself is waited for once', 'hours of waiting for what is broken'],
      ['A later step of a page is loaded again, kept or not', 'a payment in steps that ends wrongly then'],
    ],
  },
  {
    what: 'harness',
    to: 4_710,
    why: [
      ['Reports begin with causes, each with an exchange', 'one line in place of hundreds of equal failures'],
      ['A target that is down or not ready is told once', 'the one line that says what to do'],
      ['Pictures of payments have a page, and two films are compared', 'what the customer saw, and what changed of it'],
      ['A sign-off has owners, two signatures and what changed since the last one', 'who answers for a release'],
      ['Each broken rule is a category of Allure, JUnit carries test keys', 'a broken rule in three clicks'],
      ['Open points, and entries without a case, are named', 'a known deviation that covers nothing'],
      ['A test that broke off, and an empty list of tests, are told', 'a run that conforms although it judged less'],
      ['Staging has one more worker for each core', 'silences that are waited for one after another'],
      [
        'What is one cause, and how it is told, has functions with names',
        'a function of forty lines nobody dares change',
      ],
    ],
  },
  {
    what: 'cli',
    to: 1_350,
    why: [
      ['npm run page proposes the lines of a payment page', 'lines for a page that nobody has described yet'],
      ['It follows once more what it wrote', 'lines that are told before a whole run meets them'],
      ['npm run doctor checks lists offline, and tries to create a callback', 'a wrong list, before a whole run'],
      ['npm run compare knows the run before', 'what changed since last night, in one command'],
    ],
  },
  {
    what: 'proof',
    to: 1_492,
    why: [
      [
        'The benchmark replays the stories of the suite beside a bare client',
        'what the suite adds to the time of a target',
      ],
      ['Faults and variants are planned with unit tests, and meet first what killed them', 'a proof in five minutes'],
      ['These reasons stand one a line', 'a list that a reader can question'],
      ['A fault may need settings; combinations are made one by one', 'faults of currencies without decimals'],
    ],
  },
  {
    what: 'sandbox',
    to: 2_100,
    why: [['It serves other payment pages than its own', 'the proof that lines fit pages of UI libraries']],
  },
  {
    what: 'real-pages',
    to: 2_400,
    why: [['Payment pages of UI libraries, built as their owners would', 'lists and dialogs that no page by hand has']],
  },
  {
    what: 'unit tests',
    to: 8_380,
    why: [
      ['Which payments a lost line gives up', 'payments that are lost one by one, or given up without need'],
      ['Wheels, lists searched in their box, a button below a nameless box', 'lines that such pages do not follow'],
      ['What a body leaves open', 'a careless open answer, which silences the rules of a flow'],
      ['Limits, connections and endpoints that never answer', 'runs of an hour that a test of a minute shows'],
      ['Pages as UI libraries draw them, that never end, or were left', 'lines that count though nothing was chosen'],
      ['Amounts in each notation', 'false alarms, and amounts that are typed over'],
      ['Causes: which rule tells them, and what follows from it', 'two faults told as one, or one as six'],
      ['Pictures and traces with keys; a flood of arrivals', 'a key in a report, a run without memory'],
      ['A cancelled payment at a page that is gone, and at one that breaks', 'two broken rules, or none'],
    ],
  },
  {
    what: 'settings',
    to: 46,
    why: [
      ['The six variables of the operators count as six', 'an operator with a number range of its own'],
      ['BUILD_URL reads which build was checked', 'since which build a rule is broken'],
      ['SCREENSHOTS turns pictures off', 'a run without any picture of a payment page'],
    ],
  },
  {
    what: 'tests/api/5-authentication.spec.ts',
    to: 330,
    why: [['Its table of endpoints serves each kind of wrong key', 'all wrong keys at every endpoint in one file']],
  },
];
