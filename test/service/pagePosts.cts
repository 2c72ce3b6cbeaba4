import { toldReason } from './failures.cjs';
import { escapeHtml } from './html.cjs';
import type { Context } from './http.cjs';
import { pictureOf } from './channels.cjs';
import { ignoredSettings, isVideo, providers, type ImageRef } from './providers.cjs';
import { without } from './schema.cjs';
import type { Channel, PostPart, PostState, StoredPost } from './state.cjs';

export const STATES: Record<PostState, string> = {
	QUEUE: 'scheduled',
	PUBLISHED: 'published',
	DRAFT: 'draft',
	ERROR: 'failed',
};

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const LOCAL_TIME = new Intl.DateTimeFormat('en', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	hourCycle: 'h23',
});

/** A moment in the local time of this computer, in words. */
export function timeHtml(date: string): string {
	const words = Number.isNaN(Date.parse(date)) ? date : LOCAL_TIME.format(new Date(date));
	return `<time datetime="${escapeHtml(date)}" title="${escapeHtml(`${date} (UTC)`)}">${escapeHtml(words)}</time> <span class="dim">${escapeHtml(ZONE)}</span>`;
}

const networkOf = ({ identifier }: StoredPost) => providers[identifier]?.name ?? identifier;

function mediaHtml({ path, alt, thumbnail }: ImageRef): string {
	const address = escapeHtml(path);
	const file = isVideo(path)
		? `<video src="${address}"${thumbnail ? ` poster="${escapeHtml(thumbnail)}"` : ''} controls muted preload="metadata" aria-label="${escapeHtml(alt || 'Video')}"></video>`
		: `<img src="${address}" alt="${escapeHtml(alt)}">`;
	const words = alt ? `Alt text: ${escapeHtml(alt)}` : 'No alt text';
	return `<figure>${file}<figcaption class="dim"><a href="${address}">${escapeHtml(path.split('/').at(-1))}</a> · ${words}</figcaption></figure>`;
}

const problemHtml = (words: string) => `<p class="problem">${escapeHtml(words)}</p>`;

function partProblems(part: PostPart, post: StoredPost): string {
	const network = networkOf(post);
	const problems = [];
	const isToldAbove = post.state === 'ERROR' && toldReason(post.error ?? '') === part.refusal;
	if (part.refusal && !isToldAbove) problems.push(`${network} refuses this text: ${part.refusal}`);
	if (part.dropped === 'part') problems.push(`${network} gets no later parts: this one vanishes.`);
	if (part.dropped === 'media') problems.push(`${network} gets no files of later parts.`);
	if (part.left)
		problems.push(
			`Left behind when the post was changed: it is still ${STATES[part.left.state]}, and still goes out.`,
		);
	return problems.map(problemHtml).join('');
}

function partHtml(part: PostPart, index: number, post: StoredPost): string {
	const shown = part.shown ?? part.published;
	const delay = part.delay ? ` <span class="dim">after ${part.delay} minutes</span>` : '';
	const heading = index ? `<h3>Part ${index + 1}${delay}</h3>` : '';
	const handed =
		shown === part.published
			? ''
			: `<p class="dim">Handed to ${escapeHtml(networkOf(post))}:</p><pre>${escapeHtml(part.published)}</pre>`;
	return `<div class="${index ? 'part' : ''}">${heading}${partProblems(part, post)}
		${shown ? `<div class="text">${escapeHtml(shown)}</div>` : ''}${handed}
		${part.image.length ? `<div class="media">${part.image.map(mediaHtml).join('')}</div>` : ''}</div>`;
}

function stuckReason(post: StoredPost, channel: Channel | undefined): string | undefined {
	if (post.endless) return 'It is its own reply: no list shows it, and it cannot be deleted.';
	if (post.state === 'QUEUE' && post.lost) return 'Its job was lost.';
	if (post.state !== 'QUEUE' || post.goesOutAt !== null) return undefined;
	if (!channel || channel.deleted) return 'It does not go out: its channel was removed.';
	if (channel.disconnected) return 'It does not go out: its channel needs to be reconnected.';
	if (channel.disabled) return 'It does not go out: its channel is disabled.';
	return 'It does not go out by itself.';
}

function dateHtml(post: StoredPost): string {
	const moved =
		post.state === 'QUEUE' && post.goesOutAt ? `, goes out ${timeHtml(post.goesOutAt)}` : '';
	const repeats = post.intervalInDays ? `, every ${post.intervalInDays} days` : '';
	return `${timeHtml(post.publishDate)}${moved}${repeats}`;
}

/** A post with its thread, files and date. */
export function postHtml(post: StoredPost, context: Context): string {
	const { channels, tags } = context.state;
	const channel = channels.find(({ id }) => id === post.channelId);
	const settings = without(post.handedSettings ?? post.settings, '__type');
	const name = channel?.name ?? 'Removed channel';
	const stuck = stuckReason(post, channel);
	const ignored = ignoredSettings(context.providers[post.identifier], post.settings);
	const link =
		post.state === 'PUBLISHED' && post.releaseURL
			? `<dt>Link</dt><dd>${escapeHtml(post.releaseURL)}</dd>`
			: '';
	return `<article data-post="${escapeHtml(post.id)}" aria-labelledby="post-${escapeHtml(post.id)}"><header>
		${channel ? `<img class="face" src="${escapeHtml(pictureOf(context, channel))}" alt="">` : ''}
		<h2 id="post-${escapeHtml(post.id)}">${escapeHtml(name)}</h2>
		<span class="badge">${escapeHtml(networkOf(post))}</span>
		<span class="badge state-${post.state}">${STATES[post.state]}</span>
		${tags
			.filter(({ id }) => post.tags.includes(id))
			.map((tag) => `<span class="badge">#${escapeHtml(tag.name)}</span>`)
			.join('')}</header>
		<p class="when">${dateHtml(post)}</p>
		${post.state === 'ERROR' ? problemHtml(`It failed: ${toldReason(post.error ?? '') || 'the network gave no reason'}`) : ''}
		${stuck ? problemHtml(stuck) : ''}
		${post.parts.map((part, index) => partHtml(part, index, post)).join('')}
		<dl><dt>ID</dt><dd><code>${escapeHtml(post.id)}</code></dd>${link}</dl>
		${ignored.length ? problemHtml(`Postiz ${context.release.number} ignores these settings: ${ignored.join(', ')}`) : ''}
		${Object.keys(settings).length ? `<p class="dim">Settings of ${escapeHtml(networkOf(post))}:</p><pre>${escapeHtml(JSON.stringify(settings, null, 2))}</pre>` : ''}
		</article>`;
}

/** What the page is asked to show; everything if nothing is said. */
export interface Filter {
	state?: string;
	channel?: string;
}

function linksHtml(
	label: string,
	key: keyof Filter,
	filter: Filter,
	choices: Array<{ value?: string; name: string; count: number }>,
): string {
	const links = choices.map(({ value, name, count }) => {
		const chosen = Object.entries({ ...filter, [key]: value }).filter(([, wanted]) => wanted);
		const query = new URLSearchParams(chosen).toString();
		const current = filter[key] === value ? ' aria-current="true"' : '';
		return `<li><a href="/${query && `?${escapeHtml(query)}`}"${current}>${escapeHtml(name)} <span class="count">${count}</span></a></li>`;
	});
	return `<nav aria-label="${label}"><span class="dim">${label}</span><ul>${links.join('')}</ul></nav>`;
}

/** The posts that fit the filter, newest first, below links that set it. */
export function postsHtml(posts: StoredPost[], filter: Filter, context: Context): string {
	const fits = (post: StoredPost, { state, channel }: Filter) =>
		(!state || post.state === state) && (!channel || post.channelId === channel);
	const count = (more: Filter) => posts.filter((post) => fits(post, { ...filter, ...more })).length;
	const channelIds = [...new Set(posts.map(({ channelId }) => channelId))];
	const nameOf = (id: string) => {
		const channel = context.state.channels.find((entry) => entry.id === id);
		return channel
			? `${providers[channel.identifier]?.name ?? channel.identifier}: ${channel.name}`
			: 'Removed channel';
	};
	const shown = posts.filter((post) => fits(post, filter));
	if (posts.length === 0) return '<p class="dim">Nothing was posted yet.</p>';
	return `${linksHtml('State', 'state', filter, [
		{ name: 'all', count: count({ state: undefined }) },
		...Object.entries(STATES).map(([value, name]) => ({
			value,
			name,
			count: count({ state: value }),
		})),
	])}${linksHtml('Channel', 'channel', filter, [
		{ name: 'all', count: count({ channel: undefined }) },
		...channelIds
			.map((value) => ({ value, name: nameOf(value), count: count({ channel: value }) }))
			.sort((a, b) => a.name.localeCompare(b.name)),
	])}${shown.map((post) => postHtml(post, context)).join('') || '<p class="dim">No post fits.</p>'}`;
}
