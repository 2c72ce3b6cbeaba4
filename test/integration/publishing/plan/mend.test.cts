import { IMAGE } from '../../../service/client.cjs';
import { hintsOf, type NodeRun } from '../../support/harness.cjs';
import {
	channelEntry,
	createFromJson,
	createPost,
	onChannels,
	sendPost,
	storedPosts,
	updatePost,
} from '../../support/posts.cjs';
import { useService } from '../../support/useService.cjs';

const service = useService();

const HALF = '\u{1F375}'.slice(0, 1);
const CUT = '={{ "Fresh tea \u{1F375}".slice(0, 11) }}';
const PICTURE = { source: 'upload', file: `={{ ${JSON.stringify(IMAGE)} }}` };

function expectMended(run: NodeRun, places: string) {
	expect(run.error).toBeUndefined();
	expect(JSON.stringify(storedPosts(service))).not.toMatch(/\\ud83c"|\\u0000/);
	expect(hintsOf(run)).toContainEqual(
		`Half an emoji or a NUL character was removed from ${places}, as Postiz cannot store it. An expression such as text.slice(0, 12) can cut an emoji in two; [...text].slice(0, 12).join('') does not.`,
	);
}

const textsOf = (index = 0) => storedPosts(service)[index].parts.map(({ content }) => content);

test('half an emoji and NUL never reach Postiz, and it is said where they were', async () => {
	const devto = channelEntry(service, 'devto', {
		title: CUT,
		settings: { canonical: 'https://acme.example/tea' },
	});
	const run = await createPost(service, {
		...onChannels(channelEntry(service, 'bluesky')),
		content: CUT,
		media: { file: [{ ...PICTURE, details: { alt: CUT } }] },
		thread: { segment: [{ content: '={{ "more\\0" }}' }] },
	});
	expectMended(run, 'Text, part 2 of the thread, Alt Text');
	expect(textsOf()).toEqual(['Fresh tea ', 'more']);
	expect(storedPosts(service)[0].parts[0].image).toEqual([{ ...IMAGE, alt: 'Fresh tea ' }]);
	expectMended(await createPost(service, { ...onChannels(devto), content: 'Tea' }), 'Title');
	expect(storedPosts(service)[1].settings).toMatchObject({ title: 'Fresh tea ' });
});

test('neither from JSON', async () => {
	const run = await createFromJson(service, {
		type: 'draft',
		tags: [{ value: 'Coffee', label: `Coffee${HALF}` }],
		posts: [
			{
				integration: { id: channelEntry(service, 'bluesky').integrationId },
				value: [
					{ content: `one${HALF}`, image: [{ ...IMAGE, alt: `Cup${HALF}` }] },
					{ content: 'two\0', image: [] },
				],
				settings: {},
			},
		],
	});
	expectMended(run, 'Tags, Text, part 2 of the thread, Alt Text');
	expect(textsOf()).toEqual(['one', 'two']);
	expect(storedPosts(service)[0].tags).toHaveLength(1);
});

test('nor with a change', async () => {
	const { id } = await sendPost(service, 'bluesky');
	const fields = { content: CUT, thread: { segment: [{ content: '={{ "more\\0" }}' }] } };
	expectMended(await updatePost(service, id, fields), 'Text, part 2 of the thread');
	expect(textsOf()).toEqual(['Fresh tea ', 'more']);
});
