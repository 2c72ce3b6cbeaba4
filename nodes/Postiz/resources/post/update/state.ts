import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { toDetails, toPlannedPost, type WholePost } from '../../../calendar/row';
import { refuseUnusableChannel } from '../../../channels/targets';
import { checkPost } from '../../../publishing/check/checkPost';
import { refuseProblems, type ProblemOfPost } from '../../../publishing/check/postProblems';
import { completePost } from '../../../publishing/plan/completePlan';
import type { PostizClient } from '../../../transport/client';
import { endpoints } from '../../../transport/endpoints';
import { lacksCall } from '../../../transport/explain';
import { NOT_FOUND } from '../../../transport/status';
import { serviceTime } from '../../../values/date';
import { Problem, quote } from '../../../values/problem';
import { unknownId } from '../../shared/ids';
import { changeOnce, putOnce } from '../../shared/once';
import type { RunMemory } from '../../shared/runMemory';
import { oneAtATime, type PostChanger } from '../shared/change/changer';
import { unchangedRow } from '../shared/change/changes';
import {
	momentOf,
	refuseDoubled,
	refusePastDraft,
	STATE_OF,
	type WantedState,
} from '../shared/change/wantedPost';

/** The state that an item asks for, and which guards are off. */
export interface StateOrder {
	state: WantedState;
	allowsPast: boolean;
	allowsPublished: boolean;
}

/** Changes nothing but the state of posts, without rewriting them (docs/api.md, Status of a post). */
export class StateChanges {
	/** Posts whose state an earlier item failed to change. */
	private readonly failed = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly client: PostizClient,
		private readonly changer: PostChanger,
		private readonly unclear: RunMemory['unclear'],
	) {}

	/** Changes the state and returns the post as a row; undefined if the instance is too old. Throws {@link Problem}. */
	async make(itemIndex: number, id: string, order: StateOrder): Promise<IDataObject | undefined> {
		// Scheduled twice, it could be published in between.
		if (this.failed.has(id)) {
			throw new Problem(
				`The post ${quote(id)} was not tried again`,
				'An earlier item failed to change it: see its error.',
			);
		}
		const change = async () => await oneAtATime(id, async () => await this.change(id, order));
		return await changeOnce(
			this.unclear,
			itemIndex,
			change,
			async () => await this.look(id, order),
		);
	}

	private async change(id: string, order: StateOrder): Promise<IDataObject | undefined> {
		const { client, changer } = this;
		const before = await changer.finder.fetch(id);
		if (isDone(before, order)) return unchangedRow(before);
		await this.refuseRisk(before, order);
		if (order.state === 'scheduled') {
			const { target } = toPlannedPost(before);
			refuseUnusableChannel(target, await client.channels());
		}
		this.failed.add(id);
		const state = await sendState(client, id, order.state);
		this.failed.delete(id);
		return state === undefined ? undefined : changedRow(withState(before, state));
	}

	private async look(id: string, order: StateOrder): Promise<IDataObject | undefined> {
		const whole = await this.changer.finder.fetch(id);
		const isOut = order.state === 'scheduled' && whole.listed.state === 'PUBLISHED';
		return isOut || isDone(whole, order) ? changedRow(whole) : undefined;
	}

	/** Throws {@link Problem} if the post would be published twice or at once, or is an invalid draft. */
	private async refuseRisk(whole: WholePost, order: StateOrder): Promise<void> {
		const { state, allowsPast, allowsPublished } = order;
		const { listed } = whole;
		if (listed.state === 'PUBLISHED' && !allowsPublished) {
			throw new Problem(
				`The post ${quote(listed.id)} is already published`,
				`${PUBLISHED_RISK[state]} Turn on the option Allow Published Posts.`,
				{ forModel: PUBLISHED_RISK[state] },
			);
		}
		if (state !== 'scheduled') return;
		const timezone = this.context.getTimezone();
		const now = Date.now();
		refusePastDraft(whole, { now, timezone, allowsPast });
		const due = serviceTime(momentOf(whole).date);
		const date = new Date(due > now ? due : now).toISOString();
		refuseDoubled(whole, { type: 'schedule', date, changed: ['state'] }, timezone);
		if (listed.state !== 'DRAFT') return;
		// Drafts aren't validated when they are created. Unreadable ones can't be validated now either.
		if (whole.parts.length === 0) return;
		const { abilities, uploads } = this.changer;
		const draft = await completePost(toPlannedPost(whole), { abilities, uploads, isDraft: false });
		const problems = checkPost(draft, { isDraft: false });
		refuseProblems(
			problems.map((problem): ProblemOfPost => [draft.target, problem]),
			'Nothing was changed. Correct the draft with Post > Update first, or in the same step.',
		);
	}
}

const PUBLISHED_RISK: Record<WantedState, string> = {
	draft:
		'It would stay on the network, while Postiz keeps it as a draft: scheduled later, it would be published a second time.',
	scheduled: 'Scheduled again, it would be published a second time.',
};

const isDone = ({ listed }: WholePost, { state }: StateOrder) => listed.state === STATE_OF[state];

const changedRow = (whole: WholePost): IDataObject => ({ ...toDetails(whole), changed: ['state'] });

function withState({ listed, parts: [first, ...later] }: WholePost, state: string): WholePost {
	return { listed: { ...listed, state }, parts: first ? [{ ...first, state }, ...later] : [] };
}

/** Returns the state that the service stored; undefined if it is too old for this call (docs/api.md, Releases). */
async function sendState(
	client: PostizClient,
	id: string,
	state: WantedState,
): Promise<string | undefined> {
	const explainUnknown = unknownId('post', id);
	let isLacking = false;
	const sent = putOnce<{ state?: string } | undefined>(client, 'the state of the post', {
		...endpoints.setStatus(id),
		body: { status: state === 'draft' ? 'draft' : 'schedule' },
		explain: (given) => {
			isLacking = lacksCall(given);
			// The service has just returned the post, so a 500 doesn't mean that it is missing.
			return given.status === NOT_FOUND && !isLacking ? explainUnknown(given) : undefined;
		},
	});
	const stored = sent.then((answer) => answer?.state ?? STATE_OF[state]);
	return await stored.catch((error: unknown) => {
		if (!isLacking) throw error;
		return undefined;
	});
}
