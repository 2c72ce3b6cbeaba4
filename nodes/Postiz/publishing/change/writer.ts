import type { Uploads } from '../../media/uploads';
import type { Exchange } from '../../transport/answer';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import type { PostPayload } from '../../transport/types';
import { Problem, quote } from '../../values/problem';
import { storable } from '../../values/characters';
import { propertiesOf } from '../../values/read';
import { describeRefusal } from '../deliver/parseRefusal';
import { filesOfPost, toPayload, withKey } from '../payload';
import type { PlannedChange, SentChange } from './types';

/** Sends changes, each once: the state alone, or the whole post. All methods throw {@link Problem}. */
export class PostWriter {
	constructor(
		private readonly client: PostizClient,
		private readonly tools: { uploads: Uploads },
	) {}

	/** Sends a change. Throws if the post certainly wasn't changed. */
	async send(plan: PlannedChange): Promise<SentChange> {
		const { before, isStateAlone } = plan;
		const payload = await this.payloadOf(plan);
		if (isStateAlone) {
			const request = {
				...endpoints.setStatus(before.id),
				body: { status: plan.shared.type === 'draft' ? 'draft' : 'schedule' },
			};
			const exchange = await this.client.exchange(request);
			return { ...plan, payload, problem: this.unclear(exchange, request) };
		}
		return { ...plan, payload, problem: await this.write(plan, payload) };
	}

	/** The post as it is sent: parts with an ID are those of the post. */
	private async payloadOf({ before, post }: PlannedChange): Promise<PostPayload> {
		const payload = toPayload(post, await this.tools.uploads.references(filesOfPost(post)));
		const ids = [before.id, ...before.parts.slice(1).map(({ id }) => id)];
		const value = payload.value.map((part, index) => ({ id: ids[index], ...part }));
		const whole = storable({ ...payload, value });
		return post.key ? withKey(whole, post.key) : whole;
	}

	/** Returns the problem to report if the post turns out not to be as written. */
	private async write(plan: PlannedChange, payload: PostPayload): Promise<Problem | undefined> {
		const { shared, group, before } = plan;
		const { target } = plan.post;
		const request: ApiRequest = {
			...endpoints.changePost(),
			body: { ...shared, posts: [{ ...payload, group }] },
			explain: ({ status, body }) => {
				if (status !== 400) return undefined;
				return {
					message: describeRefusal(body, { payload, target }),
					description: 'Postiz rejected it. Nothing was changed. Correct what the message says.',
				};
			},
		};
		const exchange = await this.client.exchange(request);
		const unclear = this.unclear(exchange, request);
		if (unclear) return unclear;
		refuseOther(this.client.bodyOf(exchange, request), before.id);
		return undefined;
	}

	/** The problem of a request that may have been carried out; undefined if it succeeded. Throws if it failed. */
	private unclear(exchange: Exchange, request: ApiRequest): Problem | undefined {
		const hasFailed = exchange.kind === 'answer' && exchange.answer.status >= 500;
		if (!hasFailed && exchange.kind !== 'unknown') {
			this.client.bodyOf(exchange, request);
			return undefined;
		}
		const { message, httpCode } = this.client.explain(exchange, request);
		return new Problem(
			`It is unclear whether Postiz changed the post: ${message}`,
			'Check the post with Post > Get before you run this again.',
			{ httpCode, isUnclear: true },
		);
	}
}

/** Throws {@link Problem} if the service says that it made another post. */
function refuseOther(answer: unknown, id: string): void {
	const { postId = id } = propertiesOf(Array.isArray(answer) ? answer[0] : undefined);
	if (postId === id) return;
	throw new Problem(
		`Postiz made a new post, ${quote(postId)}, instead of changing ${quote(id)}`,
		'The post may have been deleted a moment ago. Check the calendar of Postiz, and delete the new post if you do not want it.',
	);
}
