import type { IDataObject } from 'n8n-workflow';
import { handText, type Handing } from '../../shared/handed.cjs';
import type { TextCase } from '../../service/recorded/posts.cjs';
import { segment } from '../../service/client.cjs';
import { formOf } from '../../networks/forms.cjs';
import { byId, onChannels } from '../../integration/support/posts.cjs';
import { differs, errorOf, join } from '../compare.cjs';
import { FILES } from '../files.cjs';
import type { Channel, Instance, Run } from '../instance.cjs';
import { inGroups, itemFor, marked, PLAIN_NETWORKS, recordedCases } from '../items.cjs';
import { MARKER } from '../ledger.cjs';
import { postsOf, sendUnchecked } from '../nodePosts.cjs';
import {
	noChannel,
	noPreview,
	type AreaPlan,
	type Problem,
	type Skipped,
	type Step,
} from '../types.cjs';

/** The networks of each way in which texts are handed on (docs/api.md, Conversion). */
const KINDS: Partial<Record<Handing, string[]>> = {
	plain: PLAIN_NETWORKS,
	markdown: ['discord', 'whop', 'devto', 'medium', 'hashnode'],
	html: ['wordpress'],
	telegram: ['telegram'],
	mail: ['listmonk'],
	tweet: ['x'],
};

/** Texts that are to be published as they are, character by character. */
const HOSTILE = [
	'Tea & milk, 5 < 6 > 4',
	'if (x<y) { return a && b; }',
	'Mail <me@example.com> or see <https://example.com/?a=1&b=2>',
	'<b>bold?</b> <script>alert(1)</script> <!-- note --> <br>',
	'one\n\n  two\n\tthree',
	'AT&T &amp; Co',
	'# no heading, *no emphasis*, `code`, _line_, - no list',
	'C:\\new\\table 100 % "quotes" \'single\'',
	'👩‍👩‍👧 🇩🇪 1️⃣ 汉字 עולם é',
	'<3 and </3',
	'- one\n- two\n\n1. three',
	'https://example.com/path?a=1&b=2#part',
	'@[Acme & Co](urn:li:organization:123), @_acme_, [[[@123]]]',
];

/** Formatted texts, and what must be left of each to read on every network. */
interface Formatted {
	text: string;
	fragments: string[];
}

const HTML: Formatted[] = [
	{
		text: '<h2>Menu</h2><p>Tea &amp; milk: 5 &lt; 6</p>',
		fragments: ['Menu', 'Tea & milk: 5 < 6'],
	},
	{
		text: '<p>See <a href="https://example.com/?a=1&amp;b=2">the shop</a> now</p>',
		fragments: ['https://example.com/?a=1&b=2'],
	},
	{
		text: '<p>We have</p><ul><li>one</li><li>two</li></ul><p>of them</p>',
		fragments: ['We have\n- one\n- two\n', 'of them'],
	},
	{ text: '<p>first</p><p></p><p>third</p>', fragments: ['first\n\nthird'] },
	{
		text: '<p><b>to</b> @[Acme & Co](urn:li:organization:123)</p>',
		fragments: ['@[Acme & Co](urn:li:organization:123)'],
	},
];
const MARKDOWN: Formatted[] = [
	{ text: '## Menu\n\nTea & milk: 5 < 6', fragments: ['Menu', 'Tea & milk: 5 < 6'] },
	{
		text: 'See [the shop](https://example.com/?a=1&b=2) now',
		fragments: ['https://example.com/?a=1&b=2'],
	},
	{ text: '- one\n- two', fragments: ['- one\n- two'] },
	{
		text: '**to @[Acme & Co](urn:li:organization:123)** and @_acme_',
		fragments: ['@[Acme & Co](urn:li:organization:123)', '@_acme_'],
	},
];
const asTheyAre = (text: string): Formatted => ({ text, fragments: [text] });

const FORMATS: Array<[format: string, texts: Formatted[], isExact: boolean]> = [
	['automatic', HOSTILE.map(asTheyAre), true],
	['plain', HOSTILE.map(asTheyAre), true],
	['html', HTML, false],
	['markdown', MARKDOWN, false],
];

interface Target {
	name: string;
	kind: Handing;
	channel: Channel;
	/** The fields of the entry of Channels, besides the network and the channel. */
	form: IDataObject;
}

const ARTICLE = {
	settings: { post_type: 'article', article_title: 'Tea', article_status: 'published' },
};

/** A channel of each kind; an article goes out alone, as X has a tweet already. */
function findTargets(instance: Instance): { groups: Target[][]; skipped: Skipped[] } {
	const targets: Target[] = [];
	const skipped: Skipped[] = [];
	for (const [kind, networks] of Object.entries(KINDS) as Array<[Handing, string[]]>) {
		const channel = instance.firstOf(networks);
		if (!channel) skipped.push(noChannel(`texts as ${kind}`, ...networks));
		else
			targets.push({
				name: kind,
				kind,
				channel,
				form: formOf(channel.identifier).form as IDataObject,
			});
	}
	const articles = targets
		.filter(({ kind }) => kind === 'tweet')
		.map((tweet): Target => ({ ...tweet, name: 'article', kind: 'html', form: ARTICLE }));
	return { groups: [targets, articles].filter((group) => group.length > 0), skipped };
}

/** What a network shows at the ends of a text is its own business. */
const trimmed = (text: string) => text.trim();

function judge(
	stored: string,
	sent: string | undefined,
	{ text, fragments }: Formatted,
	{ kind, isExact }: { kind: Handing; isExact: boolean },
): Problem {
	const { shown, published, refusal } = handText(stored, kind);
	// Where links stay links, their address is not to be read.
	const missing = fragments.filter((fragment) => !`${shown}\n${published}`.includes(fragment));
	return join([
		differs('what is stored', stored, sent),
		refusal ? `the network would refuse it: ${refusal}` : undefined,
		isExact
			? differs('what is published', trimmed(shown), trimmed(text))
			: missing.map((fragment) => differs('what is published', shown, fragment))[0],
	]);
}

interface SentPost {
	integration: { id: string };
	value: Array<{ content: string }>;
}

/** The parts that the node sent to a channel. */
function sentTo({ calls }: Run, channel: Channel): SentPost['value'] {
	const posts = calls.flatMap(({ method, path, body }) =>
		method === 'POST' && path === '/public/v1/posts' ? (body as { posts: SentPost[] }).posts : [],
	);
	return posts.find(({ integration }) => integration.id === channel.id)?.value ?? [];
}

/** The texts follow the marker as a thread, so that each is sent as it is. */
async function tryFormat(
	instance: Instance,
	targets: Target[],
	[contentFormat, texts, isExact]: (typeof FORMATS)[number],
): Promise<Problem[]> {
	const run = await instance.node(
		{
			resource: 'post',
			operation: 'create',
			type: 'schedule',
			date: instance.date,
			content: MARKER,
			thread: { segment: texts.map(({ text }) => ({ content: text })) },
			...onChannels(
				...targets.map(({ channel: { id, identifier }, form }) => ({
					provider: identifier,
					...byId(id),
					...form,
				})),
			),
			// Later parts are kept on every network, if not published.
			options: { contentFormat, skipValidation: true },
		},
		{ requests: 1 },
	);
	if (run.error) throw new Error(errorOf(run));
	const created = postsOf(run);
	const kept = await instance.read(created.map(({ postId }) => postId));
	return targets.flatMap(({ kind, channel }) => {
		const own = created.find(({ channelId }) => channelId === channel.id);
		const parts = own && kept.get(own.postId)?.parts;
		const sent = sentTo(run, channel);
		return texts.map((entry, index) =>
			parts?.[index + 1]
				? judge(parts[index + 1].content, sent[index + 1]?.content, entry, { kind, isExact })
				: 'the part is not there',
		);
	});
}

/** As many parts as the thread of a test post has. */
const PARTS = 24;

/** Recorded contents, sent untouched: what is stored of each. */
function stepsAsIs(instance: Instance, channel: Channel): Step[] {
	// With a picture, as a text that is nothing but a tag is none.
	const all = recordedCases<TextCase>('texts.json');
	const groups = inGroups(all, PARTS);
	const run = async () => {
		const posts = groups.map((group) =>
			itemFor(channel, {}, [marked(), ...group.map(({ sent }) => segment(sent, [FILES.png]))]),
		);
		const { sent } = await sendUnchecked(instance, posts);
		const kept = await instance.read(sent.flatMap(({ postId }) => postId ?? []));
		return groups.flatMap((group, place) => {
			const { postId = '', problem } = sent[place];
			const parts = kept.get(postId)?.parts;
			return group.map(({ stored }, index) =>
				parts?.[index + 1]
					? differs('what is stored', parts[index + 1].content, stored)
					: (problem ?? 'the part is not there'),
			);
		});
	};
	return [{ names: all.map(({ sent }) => `as is: ${JSON.stringify(sent)}`), requests: 1, run }];
}

/**
 * Texts in every format, read back and handed on as docs/api.md says (Content). What is sent as it is
 * must be stored as it was recorded.
 */
export function planTexts(instance: Instance): AreaPlan {
	if (!instance.hasPreview) return { steps: [], skipped: [noPreview('all texts')] };
	const { groups, skipped } = findTargets(instance);
	const plain = instance.firstOf(PLAIN_NETWORKS);
	if (!plain) skipped.push(noChannel('texts as is', ...PLAIN_NETWORKS));
	const formatted = groups.flatMap((targets) =>
		FORMATS.map((format): Step => ({
			names: targets.flatMap(({ name }) =>
				format[1].map(({ text }) => `${format[0]}, ${name}: ${JSON.stringify(text)}`),
			),
			requests: 1,
			run: async () => await tryFormat(instance, targets, format),
		})),
	);
	return { steps: [...formatted, ...(plain ? stepsAsIs(instance, plain) : [])], skipped };
}
