import { PostFinder } from '../../calendar/calendarPost';
import { toDetailedRow, toFlatRow } from '../../calendar/postRow';
import { createChannelFacts } from '../../channels/channelFacts';
import { Uploads } from '../../media/uploads';
import {
	prepareChange,
	readAgain,
	type PlannedChange,
	type SentChange,
} from '../../publishing/send/planChange';
import { describePosts } from '../../publishing/issues';
import { describeRejection } from '../../publishing/send/answers';
import { isAtLimit } from '../../transport/answer';
import type { ApiRequest, PostizClient } from '../../transport/client';
import { endpoints } from '../../transport/endpoints';
import type { Issue } from '../../publishing/model';
import { locks } from '../../common/processState';
import { asProblem, Problem, quote } from '../../common/problem';
import { propertiesOf } from '../../common/parseValue';
import { postField } from '../shared/sharedFields';
import { addHint, forEachItem, type Operation } from '../shared/operation';
import { readUpdateForm, updateFields, type UpdateForm } from './updateFields';
import { planUpdate } from './planUpdate';

/** Post: Update (docs/api.md, Changing a post). A change that may have been made already does no harm if it is made again. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update post',
	description:
		'Change a post that is not published yet, by post ID: its text, date, files or settings, or whether it is a draft',
	properties: updateFields,
	execute: async (context, client, { files }) => {
		const timezone = context.getTimezone();
		const uploads = new Uploads(context, client, files);
		const factsOf = createChannelFacts(client);
		const posts = new PostFinder(client);
		const noted: Array<{ target: PlannedChange['post']['target']; findings: Issue[] }> = [];
		const missing: string[] = [];
		let limit: Problem | undefined;

		const updatePost = async (id: string, form: UpdateForm) => {
			const plan = async () => {
				posts.clearLists();
				const there = await posts.fetch(id);
				return await planUpdate(there, form, { client, uploads, factsOf, timezone });
			};
			const sent = await prepareChange(plan, { client, uploads });
			const { changed, before, findings, post } = sent;
			if (changed.length === 0) {
				return toFlatRow({ ...toDetailedRow(before, timezone), outcome: 'there' }, timezone);
			}
			const written = write(sent, client, posts).catch((error: unknown) => {
				const problem = asProblem(error);
				if (isAtLimit(problem)) limit = problem;
				throw problem;
			});
			const { after, missingTags } = await written;
			noted.push({ target: post.target, findings });
			missing.push(...missingTags);
			const said = { outcome: 'changed', changed: changed.join(', '), missingTags };
			return toFlatRow({ ...toDetailedRow(after, timezone), ...said }, timezone);
		};

		const output = await forEachItem(context, async (itemIndex) => {
			// Further requests would be refused, and count as well.
			if (limit) throw limit;
			const id = postField.readItem(context, itemIndex);
			const form = readUpdateForm(context, itemIndex);
			// What another execution in this process changes meanwhile isn't overwritten.
			return [await locks.run([`change ${id}`], async () => await updatePost(id, form))];
		});
		for (const hint of describePosts(noted, missing)) addHint(context, hint);
		return output;
	},
};

/** Sends a change: the state alone, or the whole post; and reads the post again. */
async function write(sent: SentChange, client: PostizClient, posts: PostFinder) {
	const { before, shared, payload, isStateAlone, post } = sent;
	const request: ApiRequest = isStateAlone
		? {
				...endpoints.setStatus(before.id),
				body: { status: shared.type === 'draft' ? 'draft' : 'schedule' },
			}
		: {
				...endpoints.changePost(),
				body: { ...shared, posts: [payload] },
				explain: ({ status, body }) =>
					status === 400
						? new Problem(
								describeRejection(body, post),
								'Postiz rejected it. Nothing was changed. Correct what the message says.',
							)
						: undefined,
			};
	const exchange = await client.exchange(request);
	const isUnclear =
		exchange.kind === 'unknown' || (exchange.kind === 'answer' && exchange.answer.status >= 500);
	const answer = isUnclear ? undefined : client.bodyOf(exchange, request);
	const { postId = before.id } = propertiesOf(Array.isArray(answer) ? answer[0] : undefined);
	if (postId !== before.id) {
		throw new Problem(
			`Postiz made a new post, ${quote(postId)}, instead of changing ${quote(before.id)}`,
			'The post may have been deleted a moment ago. Check the calendar of Postiz, and delete the new post if you do not want it.',
		);
	}
	return await readAgain(sent, posts).catch((error: unknown) => {
		if (!isUnclear) throw error;
		const { message, httpCode } = client.explain(exchange, request);
		throw new Problem(
			`It is unclear whether Postiz changed the post: ${message}`,
			'Check the post with Post > Get before you run this again.',
			{ httpCode },
		);
	});
}
