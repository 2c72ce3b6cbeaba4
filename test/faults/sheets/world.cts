/** The calendar in the life of a sheet: what became of its posts, what people did there, and which row each one is of. */
import { storedFailure } from '../../shared/failures.cjs';
import { failuresFor, TRIED_AGAIN } from '../../shared/ways.cjs';
import { DAY } from '../../shared/happenings.cjs';
import type { Service } from '../../service/server.cjs';
import { newId, type StoredPost } from '../../service/state.cjs';
import { leap } from '../pauses.cjs';
import type { Deed, Sheet, SheetRow } from './script.cjs';

const BY_HAND = ', as edited in the calendar';
/** A tag that no row has. */
const LABEL = 'label';

/** What the node last made a post from. */
export interface Said extends SheetRow {
	/** The row was found by its ID. */
	isById: boolean;
}

/** A post as it was before a run. */
export interface Seen {
	post: StoredPost;
	state: StoredPost['state'];
	isOut: boolean;
	content: string;
	date: string;
	said?: Said;
}

export class World {
	/** By post: the row that it says. */
	readonly said = new Map<StoredPost, Said>();
	/** The states that people chose in the calendar, since the row said another. */
	readonly decided = new Map<StoredPost, 'QUEUE' | 'DRAFT'>();
	readonly trimmed = new Set<StoredPost>();
	/** Posts to which somebody has added a tag. */
	readonly labelled = new Set<StoredPost>();
	private readonly ends = new Map<StoredPost, Sheet['outcomes'][number]>();
	private known = new Map<StoredPost, unknown>();

	constructor(
		readonly service: Service,
		private readonly sheet: Sheet,
		readonly listsSettings: boolean,
	) {
		service.state.tags.push({ ...service.state.tags[0], id: LABEL, name: 'By hand' });
	}

	get posts(): StoredPost[] {
		return this.service.state.posts.filter(({ deleted }) => !deleted);
	}

	/** Time goes by, and what is due goes out or fails. */
	pass(ms: number): void {
		leap(ms);
		for (const post of this.posts) {
			if (post.state !== 'PUBLISHED' || this.ends.has(post)) continue;
			const { outcomes } = this.sheet;
			const end = outcomes[this.ends.size % outcomes.length];
			this.ends.set(post, end);
			if (end === 'published') continue;
			const failures = failuresFor(post.identifier, end === 'refused');
			const failure = failures[(this.sheet.seed + this.ends.size) % failures.length];
			const how = end === 'triedAgain' ? TRIED_AGAIN : failure;
			Object.assign(post, { state: 'ERROR', error: storedFailure(how, post.identifier) });
			if (!this.isStart(post)) post.updatedAt = new Date(Date.now()).toISOString();
			if (end !== 'commentFailed') Object.assign(post, { releaseURL: null, releaseId: null });
		}
	}

	isDead = (post: StoredPost) => post.state === 'ERROR' && this.ends.get(post) === 'refused';
	isUnsure = (post: StoredPost) =>
		post.state === 'ERROR' && ['unclear', 'triedAgain'].includes(this.ends.get(post)!);
	isOut = (post: StoredPost) =>
		post.state === 'PUBLISHED' ||
		(post.state === 'ERROR' && !this.isDead(post) && !this.isUnsure(post));
	/** Only the beginning of its thread was made. */
	isStart = (post: StoredPost) => {
		const { value } = post.received.item as { value?: unknown[] };
		return !this.trimmed.has(post) && post.parts.length < (value?.length ?? 0);
	};
	/** Both its text and its date were edited in the calendar. */
	isRemade = (post: StoredPost) => {
		const { date = '' } = this.said.get(post) ?? {};
		const isMoved = date !== '' && Date.parse(date) !== Date.parse(post.publishDate);
		return isMoved && this.textsOf(post)[0].endsWith(BY_HAND);
	};
	ageOf = ({ createdAt }: StoredPost) => Date.now() - Date.parse(createdAt);

	/** What somebody does in the calendar. */
	do({ kind, post: at }: Deed): void {
		const open = this.posts.filter(
			({ state, lost }) => ['QUEUE', 'DRAFT'].includes(state) && !lost,
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
				const parts = post.parts.map((part) => ({ ...part, id: newId(Date.now()) }));
				this.service.state.posts.push({
					...structuredClone(post),
					...{ id: parts[0].id, group: newId(), parts, settings, createdAt: now },
				});
				return;
			}
			case 'approve':
			case 'hold': {
				const state = kind === 'hold' ? 'DRAFT' : 'QUEUE';
				if (post.state === state) return;
				post.state = state;
				this.decided.set(post, state);
				return;
			}
			case 'label':
				if (!post.tags.includes(LABEL)) post.tags.push(LABEL);
				this.labelled.add(post);
				return;
			case 'trim':
				if (post.parts.length === 1) return;
				post.parts.pop();
				post.updatedAt = now;
				this.trimmed.add(post);
		}
	}

	/** The tag that somebody added is lost. */
	hasLostLabel = (post: StoredPost) => this.labelled.has(post) && !post.tags.includes(LABEL);

	/** The posts as they are before a run. */
	look(): Map<StoredPost, Seen> {
		this.known = new Map(this.posts.map((post) => [post, post.received]));
		return new Map(this.posts.map((post) => [post, this.see(post)]));
	}

	/** A post as it is now. */
	see = (post: StoredPost): Seen => ({
		...{ post, state: post.state, date: post.publishDate, said: this.said.get(post) },
		isOut: this.isOut(post),
		content: this.contentOf(post),
	});

	/** Texts and files as they are in the calendar. */
	contentOf = (post: StoredPost) => JSON.stringify([this.textsOf(post), this.fileOf(post)]);

	/** Texts as the node sent them, or others edited them. */
	textsOf = ({ parts }: StoredPost, isBare = false) =>
		parts.map(({ content }) => (isBare ? content.replaceAll(BY_HAND, '') : content));

	fileOf = ({ parts: [{ image }] }: StoredPost): string => {
		const [file] = image;
		const known = this.service.state.media.find(({ path }) => path === file?.path);
		return known?.originalName ?? '';
	};

	private tagOf = ({ tags }: StoredPost) => {
		const tag = tags.find((id) => id !== LABEL);
		return tag === undefined ? 0 : this.rowTags.findIndex(({ id }) => id === tag);
	};

	/** The tags that rows may have. */
	get rowTags() {
		return this.service.state.tags.filter(({ id }) => id !== LABEL);
	}

	/** Finds for each post that a run has written which of its rows it is of. Returns them. */
	note(rows: SheetRow[], before: Map<StoredPost, Seen>, isById: boolean): Set<StoredPost> {
		const written = this.posts.filter((post) => {
			const seen = before.get(post);
			const isFlipped = post.state !== seen?.state && ['QUEUE', 'DRAFT'].includes(post.state);
			return !seen || this.known.get(post) !== post.received || isFlipped;
		});
		for (const post of written) {
			const [text] = this.textsOf(post, true);
			const uid = /\bu\d+/.exec(`${text} ${this.fileOf(post)}`)?.[0];
			const own = rows.filter((row) => row.uid === uid && row.networks.includes(post.identifier));
			const isExact = (row: SheetRow) =>
				row.text === text &&
				row.file === this.fileOf(post) &&
				row.tag === this.tagOf(post) &&
				(row.date === '' || Date.parse(row.date) === Date.parse(post.publishDate));
			const isAsMade = (row: SheetRow) =>
				isExact(row) && (row.type === 'draft') === (post.state === 'DRAFT');
			const row = own.find(isAsMade) ?? own.find(isExact) ?? own[0];
			if (row) this.said.set(post, { ...structuredClone(row), isById });
			else this.said.delete(post);
		}
		return new Set(written);
	}

	/** The row decides again what people had decided in the calendar. */
	forgetDecisions(rows: SheetRow[]): void {
		for (const [post, state] of this.decided) {
			const said = this.said.get(post);
			const row = rows.find(({ uid }) => uid === said?.uid);
			const isFlipped = row && (row.type === 'draft') !== (said!.type === 'draft');
			if (isFlipped || !['QUEUE', 'DRAFT'].includes(post.state) || post.state !== state) {
				this.decided.delete(post);
			}
		}
	}
}
