import type { INodeParameters } from 'n8n-workflow';

import { storedFailure } from '../../../../shared/failures.cjs';
import { channelOf, segment } from '../../../../service/client.cjs';
import type { StoredPost } from '../../../../service/state.cjs';
import { hintsOf, type NodeRunOptions } from '../../../support/harness.cjs';
import { file, itemsWith, picture, uploadsTo } from '../../../support/media.cjs';
import {
	createOrUpdate,
	FUTURE,
	inMinutes,
	onlyBody,
	postRequests,
	RARELY,
	sendPost,
	storePost,
} from '../../../support/posts.cjs';
import { useService } from '../../../support/useService.cjs';

const service = useService({ hourlyLimit: 10_000, showsUploads: true });

const LATER = '2099-05-06T08:30:00.000Z';
const PICTURE = { id: 'cup', path: 'https://media.example/cup.png', alt: 'A cup' };
const on = (network: string) => ({ channels: [channelOf(service, network)] });
const texts = ({ parts }: StoredPost) => parts.map(({ published }) => published);

const change = async (
	{ id }: Pick<StoredPost, 'id'>,
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
) => {
	const form = { type: 'schedule', date: FUTURE, postIds: id, ...parameters };
	return await createOrUpdate(service, form, more);
};
const changed = async (...given: Parameters<typeof change>) => {
	const { output, error } = await change(...given);
	expect(error).toBeUndefined();
	return output[0][0].json;
};

/** A post with a value for everything. */
const wholePost = async () =>
	await sendPost(service, 'bluesky', {
		value: [segment('Fresh beans', [PICTURE]), { ...segment('More'), delay: 5 }],
		settings: { note: 'kept' },
		tags: [{ value: 'Launch', label: 'Launch' }],
		inter: RARELY,
	});

describe('what the form says otherwise is changed, and nothing else', () => {
	test.each<[string, INodeParameters, string[], object]>([
		['a text', { content: 'New' }, ['text'], { content: 'New' }],
		['a date', { date: LATER }, ['date'], { publishDate: LATER }],
		['tags', { options: { tags: 'Event' } }, ['tags'], { tags: ['Event'] }],
		['no tags', { options: { tags: '' } }, ['tags'], { tags: [] }],
	])('%s', async (_what, parameters, names, expected) => {
		const post = await wholePost();
		const json = await changed(post, parameters);
		expect(json).toMatchObject({ postId: post.id, changed: names, outcome: 'changed' });
		expect(postRequests(service)).toHaveLength(1);
		const tagNames = service.state.tags
			.filter(({ id }) => post.tags.includes(id))
			.map(({ name }) => name);
		expect({
			content: texts(post)[0],
			publishDate: post.publishDate,
			tags: tagNames,
			intervalInDays: post.intervalInDays,
			image: post.parts[0].image,
			second: texts(post)[1],
			note: post.settings.note,
		}).toEqual({
			content: 'Fresh beans',
			publishDate: FUTURE,
			tags: ['Launch'],
			intervalInDays: RARELY,
			image: [PICTURE],
			second: 'More',
			note: 'kept',
			...expected,
		});
	});

	test('a thread', async () => {
		const post = await wholePost();
		const thread = { segment: [{ content: 'More', delay: 5 }, { content: 'Last' }] };
		expect((await changed(post, { thread })).changed).toEqual(['thread']);
		expect(texts(post)).toEqual(['Fresh beans', 'More', 'Last']);
		const shorter = { segment: [{ content: 'Last' }] };
		expect((await changed(post, { thread: shorter })).changed).toEqual(['thread']);
		expect(texts(post)).toEqual(['Fresh beans', 'Last']);
	});

	test('settings: what is left empty stays, and a title follows the text that it came from', async () => {
		const settings = { title: 'Fresh beans', description: 'By hand' };
		const post = storePost(service, 'devto', {
			text: 'Fresh beans',
			settings: { __type: 'devto', ...settings },
		});
		const network = [{ provider: 'devto', settings: { canonical: 'https://acme.example/' } }];
		const json = await changed(post, {
			...on('devto'),
			content: 'New beans',
			networkSettings: { network },
		});
		expect(json.changed).toEqual(['text', 'settings.canonical', 'settings.title']);
		expect(post.settings).toMatchObject({
			title: 'New beans',
			description: 'By hand',
			canonical: 'https://acme.example/',
		});
	});

	test('another format is read into the text, unless somebody has edited it', async () => {
		const content = '**Fresh** beans';
		const form = { type: 'schedule', date: FUTURE, content };
		await createOrUpdate(service, form);
		const post = service.state.posts.at(-1)!;
		const options = { contentFormat: 'markdown' };
		expect((await changed(post, { content, options })).changed).toEqual(['text']);
		expect(texts(post)).toEqual(['𝗙𝗿𝗲𝘀𝗵 beans']);
		post.parts[0].content = '<p>Fresher beans</p>';
		expect((await changed(post, { content })).changed).toEqual([]);
	});

	test('a title of its own stays', async () => {
		const post = storePost(service, 'devto', {
			settings: { __type: 'devto', title: 'By hand' },
		});
		expect(await changed(post, { ...on('devto'), content: 'New' })).toMatchObject({
			changed: ['text'],
			settings: { title: 'By hand' },
		});
	});

	test('settings that nobody entered are no reason to overwrite those of the post', async () => {
		const settings = { __type: 'x', who_can_reply_post: 'verified' };
		const post = storePost(service, 'x', { settings });
		expect((await changed(post, on('x'))).changed).toEqual([]);
		expect((await changed(post, { ...on('x'), content: 'New' })).changed).toEqual(['text']);
		expect(post.settings).toMatchObject(settings);
	});
});

describe('files', () => {
	const CUP = { media: { file: [{ source: 'binary', binaryField: 'cup', details: {} }] } };
	const cups = (...marks: number[]) => ({
		items: itemsWith(
			Object.fromEntries(marks.map((mark, index) => [`cup${index || ''}`, file(picture(mark))])),
		),
	});
	const create = async (parameters: INodeParameters, more: Partial<NodeRunOptions>) => {
		const { error } = await createOrUpdate(
			service,
			{ type: 'schedule', date: FUTURE, ...parameters },
			more,
		);
		expect(error).toBeUndefined();
		service.requests.length = 0;
		return service.state.posts.at(-1)!;
	};

	test('another picture of the same size takes the place of the one that is there', async () => {
		const post = await create(CUP, cups(1));
		const [before] = post.parts[0].image;
		expect((await changed(post, CUP, cups(2))).changed).toEqual(['media']);
		expect(uploadsTo(service)).toHaveLength(1);
		expect(post.parts[0].image[0].path).not.toBe(before.path);
	});

	test('one that is there is not uploaded again for a new text, another order or alt text', async () => {
		const two = { source: 'binary', binaryField: 'cup, cup1', details: {} };
		const post = await create({ media: { file: [two] } }, cups(1, 2));
		const [one, other] = post.parts[0].image;
		const reversed = { ...two, binaryField: 'cup1, cup', details: { alt: 'Cups' } };
		const json = await changed(post, { content: 'New', media: { file: [reversed] } }, cups(1, 2));
		expect(json.changed).toEqual(['text', 'media']);
		expect(uploadsTo(service)).toEqual([]);
		expect(post.parts[0].image).toEqual([
			{ ...other, alt: 'Cups' },
			{ ...one, alt: 'Cups' },
		]);
	});

	test('only another alt text is written to what is there, also if it cannot be read', async () => {
		const withAlt = (alt: string) => ({
			media: { file: [{ source: 'binary', binaryField: 'cup', details: { alt } }] },
		});
		const post = await create(withAlt('A cup'), cups(1));
		const [before] = post.parts[0].image;
		service.state.media.length = 0;
		expect((await changed(post, withAlt('Cups'), cups(1))).changed).toEqual(['media']);
		expect(uploadsTo(service)).toEqual([]);
		expect(post.parts[0].image).toEqual([{ ...before, alt: 'Cups' }]);
	});

	test('what was added in Postiz stays if the form has no media, and goes if the form has none for this item', async () => {
		const post = await wholePost();
		expect((await changed(post)).changed).toEqual([]);
		const none = { media: { file: [{ source: 'url', url: '={{ "" }}', details: {} }] } };
		expect((await changed(post, none)).changed).toEqual(['media']);
		expect(post.parts[0].image).toEqual([]);
	});

	test('of a post without a key, what cannot be read where it is counts as another one', async () => {
		const post = await create(CUP, cups(1));
		delete post.settings.n8n;
		service.state.media.length = 0;
		expect((await changed(post, CUP, cups(1))).changed).toEqual(['media']);
		expect(uploadsTo(service)).toHaveLength(1);
	});
});

describe('the state', () => {
	const store = (more: Partial<StoredPost>) => storePost(service, 'bluesky', more);

	test.each<[string, Partial<StoredPost>, INodeParameters, string[], Partial<StoredPost>]>([
		['a draft is scheduled', { state: 'DRAFT' }, {}, ['state'], { state: 'QUEUE' }],
		[
			'a draft is scheduled for another date',
			{ state: 'DRAFT' },
			{ date: LATER },
			['date', 'state'],
			{ state: 'QUEUE', publishDate: LATER },
		],
		[
			'a scheduled post becomes a draft again',
			{},
			{ type: 'draft', date: '' },
			['state'],
			{ state: 'DRAFT', publishDate: FUTURE },
		],
		['a scheduled post is published now', {}, { type: 'now' }, ['date'], { state: 'PUBLISHED' }],
		[
			'a draft is published now',
			{ state: 'DRAFT' },
			{ type: 'now' },
			['date', 'state'],
			{ state: 'PUBLISHED' },
		],
		['one that waits for its slot stays', {}, { type: 'nextSlot' }, [], { publishDate: FUTURE }],
		[
			'a failed post with a new date is tried again',
			{ state: 'ERROR', publishDate: inMinutes(-90) },
			{ date: LATER },
			['date', 'state'],
			{ state: 'QUEUE', publishDate: LATER },
		],
	])('%s', async (_what, stored, parameters, names, expected) => {
		const post = store(stored);
		expect((await changed(post, parameters)).changed).toEqual(names);
		expect(post).toMatchObject(expected);
	});

	test('a draft gets the next free slot', async () => {
		const post = store({ state: 'DRAFT' });
		await changed(post, { type: 'nextSlot' });
		expect(post.state).toBe('QUEUE');
		expect(Date.parse(post.publishDate)).toBeLessThan(Date.parse(FUTURE));
	});

	test.each<[string, Partial<StoredPost>]>([
		['published', { state: 'PUBLISHED', publishDate: inMinutes(-90) }],
		[
			'failed',
			{ state: 'ERROR', publishDate: inMinutes(-90), error: storedFailure('no admin', 'bluesky') },
		],
		['on its way', { publishDate: inMinutes(-2), goesOutAt: null }],
		['due in a moment', { publishDate: inMinutes(2) }],
	])('one that is %s is output as it is while the form says the same', async (state, stored) => {
		const post = store(stored);
		const date = post.publishDate;
		const json = await changed(post, { date });
		expect(json).toMatchObject({ changed: [], date, outcome: 'unchanged' });
		if (state === 'failed') expect(json.failureReason).toContain('no admin');
		expect(postRequests(service)).toEqual([]);
	});

	const TIMED_OUT = storedFailure({ timesOut: true }, 'bluesky');
	test.each<[string, Partial<StoredPost>, RegExp]>([
		['published', { state: 'PUBLISHED', publishDate: inMinutes(-90) }, /is already published/],
		['failed', { state: 'ERROR', publishDate: inMinutes(-90) }, /is in the past/],
		['failed, and has a link', { state: 'ERROR', releaseURL: 'https://x.example/1' }, /is online$/],
		['out of time', { state: 'ERROR', error: TIMED_OUT }, /failed, but it may be online$/],
		['a draft of yesterday', { state: 'DRAFT', publishDate: inMinutes(-1500) }, /is in the past/],
		['due in a moment', { publishDate: inMinutes(2) }, /is due at/],
	])('one that is %s cannot become another', async (_what, stored, message) => {
		const post = store(stored);
		const before = structuredClone(post);
		const { error } = await change(post, { content: 'New', date: post.publishDate });
		expect(error?.message).toMatch(message);
		expect(postRequests(service)).toEqual([]);
		expect(post).toEqual(before);
	});

	test('with Allow Past Dates, a failed post is tried again at once with its new text', async () => {
		const post = store({ state: 'ERROR', publishDate: inMinutes(-90) });
		const options = { allowPastDates: true };
		await changed(post, { content: 'New', date: post.publishDate, options });
		expect(onlyBody(service)).toMatchObject({ type: 'now' });
		expect(post.state).toBe('PUBLISHED');
	});
});

test('the output says how many were as they should be', async () => {
	const post = storePost(service, 'bluesky');
	const result = await change(post);
	expect(hintsOf(result)).toEqual(['1 post there already.']);
});
