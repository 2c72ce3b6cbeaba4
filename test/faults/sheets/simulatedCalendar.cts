/** The calendar: what happened to its posts, what people changed in it, and from which row each post was made. */
import type { Service } from '../../service/server.cjs';
import { createId, type StoredPost } from '../../service/state.cjs';
import { findFailures, RETRIED_FAILURE } from '../../shared/failureCases.cjs';
import { createStoredFailure } from '../../shared/failures.cjs';
import { DAY } from '../../shared/time.cjs';
import { advanceClock } from '../pauses.cjs';
import type { CalendarEdit, SheetScript, SheetRow } from './script.cjs';

const BY_HAND = ', as edited in the calendar';
/** A tag that no row has. */
const LABEL = 'label';

/** The row from which the node last made or updated a post. */
export interface SourceRow extends SheetRow {
	/** The node finds the post by the Row ID. */
	isById: boolean;
}

/** A post before a run. */
export interface PostSnapshot {
	post: StoredPost;
	state: StoredPost['state'];
	isPublished: boolean;
	content: string;
	date: string;
	source?: SourceRow;
}

export class SimulatedCalendar {
	/** The row of each post. */
	readonly sources = new Map<StoredPost, SourceRow>();
	/** States that people set in the calendar, other than that of the row. */
	readonly chosenStates = new Map<StoredPost, 'QUEUE' | 'DRAFT'>();
	readonly trimmed = new Set<StoredPost>();
	/** Posts to which somebody has added a tag. */
	readonly labeled = new Set<StoredPost>();
	private readonly outcomes = new Map<StoredPost, SheetScript['outcomes'][number]>();
	private receivedBefore = new Map<StoredPost, unknown>();

	constructor(
		readonly service: Service,
		private readonly script: SheetScript,
		readonly listsSettings: boolean,
	) {
		service.state.tags.push({ ...service.state.tags[0], id: LABEL, name: 'By hand' });
	}

	get posts(): StoredPost[] {
		return this.service.state.posts.filter(({ deleted }) => !deleted);
	}

	/** Lets time pass; due posts are published or fail. */
	passTime(ms: number): void {
		advanceClock(ms);
		for (const post of this.posts) {
			if (post.state !== 'PUBLISHED' || this.outcomes.has(post)) continue;
			const { outcomes } = this.script;
			const outcome = outcomes[this.outcomes.size % outcomes.length];
			this.outcomes.set(post, outcome);
			if (outcome === 'published') continue;
			const failures = findFailures(post.identifier, outcome === 'rejected');
			const failure = failures[(this.script.seed + this.outcomes.size) % failures.length];
			const how = outcome === 'retrying' ? RETRIED_FAILURE : failure;
			Object.assign(post, { state: 'ERROR', error: createStoredFailure(how, post.identifier) });
			if (!this.isIncomplete(post)) post.updatedAt = new Date(Date.now()).toISOString();
			if (outcome !== 'commentFailed') Object.assign(post, { releaseURL: null, releaseId: null });
		}
	}

	hasFailedForGood = (post: StoredPost) =>
		post.state === 'ERROR' && this.outcomes.get(post) === 'rejected';
	mayBeOnline = (post: StoredPost) =>
		post.state === 'ERROR' && ['mayBeOnline', 'retrying'].includes(this.outcomes.get(post)!);
	isPublished = (post: StoredPost) =>
		post.state === 'PUBLISHED' ||
		(post.state === 'ERROR' && !this.hasFailedForGood(post) && !this.mayBeOnline(post));
	/** The service stored only the beginning of its thread. */
	isIncomplete = (post: StoredPost) => {
		const { value } = post.received.item as { value?: unknown[] };
		return !this.trimmed.has(post) && post.parts.length < (value?.length ?? 0);
	};
	/** Both its text and its date were edited in the calendar. */
	isRewritten = (post: StoredPost) => {
		const { date = '' } = this.sources.get(post) ?? {};
		const isMoved = date !== '' && Date.parse(date) !== Date.parse(post.publishDate);
		return isMoved && this.getTexts(post)[0].endsWith(BY_HAND);
	};
	getAge = ({ createdAt }: StoredPost) => Date.now() - Date.parse(createdAt);

	/** Edits a post in the calendar, as a person does. */
	editCalendar({ kind, post: at }: CalendarEdit): void {
		const open = this.posts.filter(
			({ state, isJobLost }) => ['QUEUE', 'DRAFT'].includes(state) && !isJobLost,
		);
		const post = open[at % Math.max(1, open.length)];
		if (!post) return;
		const now = new Date(Date.now()).toISOString();
		switch (kind) {
			case 'edit':
				post.parts[0].content += BY_HAND;
				post.updatedAt = now;
				return;
			case 'drag':
				post.publishDate = new Date(Date.parse(post.publishDate) + 9 * DAY).toISOString();
				post.updatedAt = now;
				return;
			case 'delete':
				post.deleted = true;
				return;
			case 'duplicate': {
				const { n8n: _key, ...settings } = post.settings;
				const parts = post.parts.map((part) => ({ ...part, id: createId(Date.now()) }));
				this.service.state.posts.push({
					...structuredClone(post),
					id: parts[0].id,
					group: createId(),
					parts,
					settings,
					createdAt: now,
				});
				return;
			}
			case 'approve':
			case 'hold': {
				const state = kind === 'hold' ? 'DRAFT' : 'QUEUE';
				if (post.state === state) return;
				post.state = state;
				this.chosenStates.set(post, state);
				return;
			}
			case 'label':
				if (!post.tags.includes(LABEL)) post.tags.push(LABEL);
				this.labeled.add(post);
				return;
			case 'trim':
				if (post.parts.length === 1) return;
				post.parts.pop();
				post.updatedAt = now;
				this.trimmed.add(post);
		}
	}

	/** True if the node removed the tag that a person added. */
	hasLostLabel = (post: StoredPost) => this.labeled.has(post) && !post.tags.includes(LABEL);

	/** Takes snapshots of all posts before a run. */
	takeSnapshots(): Map<StoredPost, PostSnapshot> {
		this.receivedBefore = new Map(this.posts.map((post) => [post, post.received]));
		return new Map(this.posts.map((post) => [post, this.takeSnapshot(post)]));
	}

	takeSnapshot = (post: StoredPost): PostSnapshot => ({
		post,
		state: post.state,
		date: post.publishDate,
		source: this.sources.get(post),
		isPublished: this.isPublished(post),
		content: this.getContent(post),
	});

	/** Its texts and file in the calendar. */
	getContent = (post: StoredPost) => JSON.stringify([this.getTexts(post), this.getFile(post)]);

	/** Its texts in the calendar; `isBare` omits the edits there. */
	getTexts = ({ parts }: StoredPost, isBare = false) =>
		parts.map(({ content }) => (isBare ? content.replaceAll(BY_HAND, '') : content));

	getFile = ({ parts: [{ image }] }: StoredPost): string => {
		const [file] = image;
		const known = this.service.state.media.find(({ path }) => path === file?.path);
		return known?.originalName ?? '';
	};

	private getTag = ({ tags }: StoredPost) => {
		const tag = tags.find((id) => id !== LABEL);
		return tag === undefined ? 0 : this.rowTags.findIndex(({ id }) => id === tag);
	};

	/** The tags of rows. */
	get rowTags() {
		return this.service.state.tags.filter(({ id }) => id !== LABEL);
	}

	/** Records the row of each post that a run created or updated, and returns these posts. */
	recordSources(
		rows: SheetRow[],
		before: Map<StoredPost, PostSnapshot>,
		isById: boolean,
	): Set<StoredPost> {
		const written = this.posts.filter((post) => {
			const snapshot = before.get(post);
			const isFlipped = post.state !== snapshot?.state && ['QUEUE', 'DRAFT'].includes(post.state);
			return !snapshot || this.receivedBefore.get(post) !== post.received || isFlipped;
		});
		for (const post of written) {
			const [text] = this.getTexts(post, true);
			const uid = /\bu\d+/.exec(`${text} ${this.getFile(post)}`)?.[0];
			const candidates = rows.filter(
				(row) => row.uid === uid && row.networks.includes(post.identifier),
			);
			const isExact = (row: SheetRow) =>
				row.text === text &&
				row.file === this.getFile(post) &&
				row.tag === this.getTag(post) &&
				(row.date === '' || Date.parse(row.date) === Date.parse(post.publishDate));
			const isExactWithState = (row: SheetRow) =>
				isExact(row) && (row.type === 'draft') === (post.state === 'DRAFT');
			const row = candidates.find(isExactWithState) ?? candidates.find(isExact) ?? candidates[0];
			if (row) this.sources.set(post, { ...structuredClone(row), isById });
			else this.sources.delete(post);
		}
		return new Set(written);
	}

	/** Forgets states set in the calendar that a row has changed since. */
	dropOverriddenStates(rows: SheetRow[]): void {
		for (const [post, state] of this.chosenStates) {
			const source = this.sources.get(post);
			const row = rows.find(({ uid }) => uid === source?.uid);
			const isFlipped = row && (row.type === 'draft') !== (source!.type === 'draft');
			if (isFlipped || !['QUEUE', 'DRAFT'].includes(post.state) || post.state !== state) {
				this.chosenStates.delete(post);
			}
		}
	}
}
