import type { RuleJudgement } from '../../interface/answers/judge-exchange.ts';
import type { Reply } from '../../interface/messages/exchange.ts';
import type { TestedRuleId } from '../../interface/rules/catalogue.ts';

/** Judges one exchange by all that the interface states about it. @param replies those of the test so far */
type JudgeReply = (reply: Reply, replies: readonly Reply[]) => readonly RuleJudgement[];

/**
 * Judges the exchanges of one test. Each is judged once, as a whole and after those before it; who takes a judgement of
 * it, a check or the invariants, takes it for good. So no rule is judged on a reply twice, and none is left out.
 */
export class ExchangeJudge {
  readonly #judge: JudgeReply;
  readonly #replies: Reply[] = [];
  readonly #judgements = new Map<Reply, readonly RuleJudgement[]>();
  readonly #taken = new Map<Reply, Set<TestedRuleId>>();

  constructor(judge: JudgeReply) {
    this.#judge = judge;
  }

  /** The answers of the test so far, in their order. */
  get replies(): readonly Reply[] {
    return this.#replies;
  }

  /** Adds an answer as it came. */
  add(reply: Reply): void {
    this.#replies.push(reply);
    this.#taken.set(reply, new Set());
  }

  /** Everything that an exchange shows about the rules of the interface; takes nothing. */
  judgementsOf(reply: Reply): readonly RuleJudgement[] {
    const known = this.#judgements.get(reply) ?? this.#judge(reply, this.#replies);
    this.#judgements.set(reply, known);
    return known;
  }

  /** What is wrong with an exchange, in words; undefined where nothing is. Takes nothing. */
  faultOf(reply: Reply): string | undefined {
    const faults = this.judgementsOf(reply).flatMap(({ rule, mismatches }) =>
      mismatches.map(({ text }) => `${rule}: ${text}`),
    );
    return faults.join('; ') || undefined;
  }

  /** The judgements of an exchange about certain rules that nobody has taken yet. */
  take(reply: Reply, isWanted: (rule: TestedRuleId) => boolean): RuleJudgement[] {
    const taken = this.#taken.get(reply);
    const free = this.judgementsOf(reply).filter(({ rule }) => isWanted(rule) && !taken?.has(rule));
    for (const { rule } of free) taken?.add(rule);
    return free;
  }

  /** All judgements that nobody has taken, each with its answer. */
  takeRest(): { reply: Reply; judgement: RuleJudgement }[] {
    return this.#replies.flatMap((reply) => this.take(reply, () => true).map((judgement) => ({ reply, judgement })));
  }
}
