import type { MediaFile } from '../../../../media/mediaFile';
import { using, type LocalFile } from '../../../../media/localFile';
import { ignoreOutside } from '../../../../values/problem';
import { parseAddress } from '../../../../values/webAddress';
import { markup, type Html } from './html';
import { fileName } from './post';

/** In bytes: of a picture inside the page, and of all of them. */
const MAX_PICTURE = 100_000;
const MAX_PICTURES = 2_000_000;

/** The pictures of a page: small ones stand in its style, each once, as n8n removes them from `img`. */
export class Pictures {
	/** By file. */
	private readonly classes = new Map<string, string>();
	private readonly rules: string[] = [];
	private left = MAX_PICTURES;

	/** Reads the small pictures of a post. */
	async add(files: MediaFile[]): Promise<void> {
		for (const { kind, local, cover } of files) {
			if (cover) await this.add([cover]);
			if (kind !== 'image' || !local) continue;
			const key = keyOf(local);
			if (this.classes.has(key) || local.size > Math.min(MAX_PICTURE, this.left)) continue;
			// A file that is gone fails when the post is sent; here, its name is enough.
			const bytes = await readAll(local).catch(ignoreOutside);
			const mime = local.type?.mime ?? '';
			if (!bytes || !/^image\/(png|jpeg|gif|webp)$/.test(mime)) continue;
			this.left -= bytes.length;
			const name = `p${this.rules.length}`;
			this.rules.push(
				`.${name}{background-image:url("data:${mime};base64,${bytes.toString('base64')}")}`,
			);
			this.classes.set(key, name);
		}
	}

	/** CSS rules, made of nothing but types, numbers and base64. */
	get style(): string {
		return this.rules.join('\n');
	}

	/** A file of a post: the picture, or else its name. */
	show(file: MediaFile): Html {
		const { kind, cover, coverAt, alt, pixels } = file;
		const name = fileName(file);
		const picture = this.picture(kind === 'video' ? cover : file, alt ?? name);
		const at = coverAt === undefined ? undefined : `cover at ${coverAt / 1000} s`;
		const details = [
			kind === 'video' && '▶ Video',
			name,
			kind === 'video' ? (cover ? `cover ${fileName(cover)}` : at) : undefined,
			pixels && `${pixels.width} × ${pixels.height}`,
		];
		return markup`<figure class="${picture ? 'seen' : 'named'}">${picture}<figcaption>${details
			.filter(Boolean)
			.join(' · ')}${alt && markup`<br /><span>Alt text: ${alt}</span>`}</figcaption></figure>`;
	}

	private picture(file: MediaFile | undefined, alt: string): Html | undefined {
		if (file?.kind !== 'image') return undefined;
		const { local, url, reference } = file;
		if (local) {
			const name = this.classes.get(keyOf(local));
			return name
				? markup`<div class="picture ${name}" role="img" aria-label="${alt}"></div>`
				: undefined;
		}
		const address = parseAddress(url ?? reference?.path ?? '');
		const isSafe = address && /^https?:$/.test(address.protocol) && !address.username;
		return isSafe
			? markup`<img class="picture" src="${address.href}" alt="${alt}" loading="lazy" referrerpolicy="no-referrer" />`
			: undefined;
	}
}

const keyOf = ({ digest, size, label }: LocalFile) => `${digest ?? label} ${size}`;

async function readAll(file: LocalFile): Promise<Buffer> {
	return await using(await file.open(), async (opened) => {
		const chunks: Uint8Array[] = [];
		for await (const chunk of opened) chunks.push(chunk);
		return Buffer.concat(chunks);
	});
}
