import type { INodeExecutionData } from 'n8n-workflow';

import { byId } from '../../../calendar/listings';
import { missingTags } from '../../../calendar/post';
import type { CreatedOutcome } from '../../../publishing/deliver/requests';
import type { PostizClient } from '../../../transport/client';
import { isTool } from '../../../transport/nodeError';
import { listPosts } from '../../../transport/posts';
import { DAY_MS } from '../../../values/date';
import { largest, smallest } from '../../../values/lists';
import { ignoreProblem } from '../../../values/problem';
import { count, sentences, wasOrWere } from '../../../values/words';
import { addHint } from '../../shared/operation';
import { noteCreated } from '../../shared/runMemory';
import { addMissingTagsHint, addNotesHint } from '../shared/hints';
import { describeDuplicate, describeLeftOut, describeRun, describeWhenOut } from './describe';
import type { CreateRun } from './run';

/** The rows of all items, with hints about the run. */
export async function outputResults({
	context,
	client,
	results,
	runner,
	layout,
	timezone,
}: CreateRun): Promise<INodeExecutionData[]> {
	const { created, blankRows, duplicates } = results;
	const missing = await findMissingTags(client, created);
	const rows = await runner.addResults(client, missing);
	const said = sentences(
		describeRun(rows, runner.failed.size, isTool(context)),
		describeWhenOut(created, { now: Date.now(), timezone }),
	);
	addHint(context, said);
	addHint(context, describeLeftOut(rows));
	const { size } = blankRows;
	if (size > 0) addHint(context, `${count(size, 'blank row')} ${wasOrWere(size)} left out.`);
	addHint(context, layout.describeName());
	for (const { wanted, candidate, more } of duplicates) {
		const ids = [candidate, ...more].map(({ id }) => id);
		addHint(context, describeDuplicate(wanted.post.target.label, ids));
	}
	addNotesHint(context, results.replacements);
	addMissingTagsHint(context, [...missing.values()].flat());
	const done = created.filter(({ post }) => !runner.failed.has(post.itemIndex));
	noteCreated(
		context,
		done.map(({ postId }) => postId),
	);
	return runner.toOutput();
}

/** Tags that the service dropped, by post ID; empty if the service doesn't answer (docs/api.md, Tags). */
async function findMissingTags(
	client: PostizClient,
	created: CreatedOutcome[],
): Promise<Map<string, string[]>> {
	const tagged = created.filter(({ post }) => post.shared.tags.length > 0);
	if (tagged.length === 0) return new Map();
	const dates = tagged.map(({ post }) => Date.parse(post.shared.date));
	const window = { start: smallest(dates) - DAY_MS, end: largest(dates) + DAY_MS };
	const known = byId((await listPosts(client, window).catch(ignoreProblem)) ?? []);
	const missing = tagged.map(({ post, postId }) => {
		const listed = known.get(postId);
		return [postId, listed ? missingTags(post.shared.tags, { ...listed, parts: [] }) : []] as const;
	});
	return new Map(missing);
}
