import type { IRun } from 'n8n-workflow';

import { jsonItems } from '../../../support/harness.cjs';
import { createPost, FUTURE, storedPosts } from '../../../support/posts.cjs';
import { callsOf, LOOK_UP, useService } from '../../../support/useService.cjs';

// The service drops tags that it does not know without a word (docs/api.md, Tags).
const service = useService({ hourlyLimit: 1000 });

const hintsOf = ({ data }: IRun) =>
	Object.values(data.resultData.runData)
		.flat()
		.flatMap(({ hints = [] }) => hints.map(({ message }) => message));

test('without tags nothing is looked up', async () => {
	await createPost(service, { options: { tags: ' , ' } });
	expect(callsOf(service)).toEqual([LOOK_UP, 'POST /posts']);
});

test('tags that do not exist are named in the output and in a hint, at the cost of one request', async () => {
	const { output, run, error } = await createPost(
		service,
		{
			type: 'schedule',
			date: '={{ $json.date }}',
			combineItems: true,
			options: { tags: '={{ $json.tags }}' },
		},
		{
			items: jsonItems([
				{ tags: 'Launch, launch', date: FUTURE },
				{ tags: 'Launch', date: FUTURE },
				{ tags: '', date: FUTURE },
				{ tags: 'Nowhere', date: '2099-09-09' },
			]),
		},
	);
	expect(error).toBeUndefined();
	expect(output[0].map(({ json }) => json.missingTags)).toEqual([
		['launch'],
		undefined,
		undefined,
		['Nowhere'],
	]);
	expect(hintsOf(run)).toEqual([
		'4 posts will be published between 2099-03-04 10:00 and 2099-09-09 00:00 UTC.',
		'Postiz has no tag “launch”, “Nowhere”: it keeps only tags that exist there, in the same spelling. Create it in Postiz, or correct Tags.',
	]);
	expect(callsOf(service).filter((call) => call === 'GET /posts')).toHaveLength(1);
});

test('a look-up that fails changes nothing', async () => {
	service.faults.push({ match: { method: 'GET', path: /\/posts$/ }, kind: 'status', status: 403 });
	const { output, error } = await createPost(service, { options: { tags: 'Nowhere' } });
	expect(error).toBeUndefined();
	expect(output[0][0].json).not.toHaveProperty('missingTags');
	expect(storedPosts(service)).toHaveLength(1);
});
