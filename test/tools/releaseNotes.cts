/** Prints what the next release would bring, made from its commits: `pnpm run release-notes`. */
import { execFileSync } from 'node:child_process';

import { ROOT } from '../harness/paths.cjs';
import { say } from '../harness/steps.cjs';

interface Commit {
	hash: string;
	subject: string;
	/** What people must change in their workflows. */
	breaking: string[];
	/** Its message says that people see nothing of it. */
	isInternal: boolean;
	files: string[];
}

interface Section {
	title: string;
	holds: (file: string) => boolean;
}

const startsWithOneOf =
	(...starts: string[]) =>
	(file: string) =>
		starts.some((start) => file.startsWith(start));

/** A commit belongs to the first section that holds one of its files; the last holds all others. */
const SECTIONS: Section[] = [
	{
		title: 'Nodes, credentials and the command that moves workflows',
		holds: startsWithOneOf('nodes/', 'credentials/', 'icons/', 'convert/'),
	},
	{
		title: 'Examples and documentation',
		holds: startsWithOneOf('examples/', 'docs/', 'README.md', 'SECURITY.md', 'CONTRIBUTING.md'),
	},
	{ title: 'Behind the scenes', holds: () => true },
];

const VERSION_TAGS = 'v[0-9]*';
const PRERELEASES = '*-*';
const FIELD = '\x1f';
const RECORD = '\x1e';

/**
 * The notes of a release as Markdown, to stand below the heading of its version: what changed since
 * the version tag before it, by what it touched. A version such as 1.0.0-beta.1 counts as the one
 * before only for its like, so that the notes of 1.0.0 hold everything since 0.9.0. The release is
 * that of `tag`, up to the last commit if nothing has that tag yet; without one, the next release.
 */
export function releaseNotes(folder: string, tag = ''): string {
	const git = (...parameters: string[]) => runGit(folder, parameters);
	const isTagged = tag !== '' && git('tag', '--list', tag) !== '';
	const end = isTagged ? tag : 'HEAD';
	const before = previousTag(git, isTagged ? `${tag}^` : 'HEAD', tag.includes('-'));
	const commits = readCommits(git, before ? `${before}..${end}` : end);
	const sections = [
		...breakingSection(commits),
		...SECTIONS.flatMap(({ title }, index) =>
			listSection(
				title,
				commits
					.filter((commit) => sectionOf(commit) === index)
					.map(({ subject, hash }) => `${subject} (${hash})`),
			),
		),
	];
	return sections.length > 0
		? `${sections.join('\n\n')}\n`
		: `Nothing has changed since ${before ?? 'the beginning'}.\n`;
}

type Git = (...parameters: string[]) => string;

function previousTag(git: Git, end: string, includePrereleases: boolean): string | undefined {
	const describe = ['describe', '--tags', '--abbrev=0', '--match', VERSION_TAGS];
	const excluded = includePrereleases ? [] : ['--exclude', PRERELEASES];
	try {
		return git(...describe, ...excluded, end).trim();
	} catch {
		// There is none before the first release, nor a commit before the first commit.
		return undefined;
	}
}

function readCommits(git: Git, range: string): Commit[] {
	const format = `${RECORD}${['%h', '%s', '%b', ''].join(FIELD)}`;
	return git('log', '--no-merges', '--name-only', `--format=${format}`, range, '--')
		.split(RECORD)
		.slice(1)
		.map((record) => {
			const [hash, subject, body, files] = record.split(FIELD);
			return {
				hash,
				subject,
				isInternal: /^INTERNAL:/m.test(body),
				breaking: [...body.matchAll(/^BREAKING(?: CHANGE)?: *(.+)$/gm)].map(([, text]) => text),
				files: files.split('\n').filter(Boolean),
			};
		})
		.filter(({ subject }) => !isVersionBump(subject));
}

/** What `pnpm version` commits. */
const isVersionBump = (subject: string) => /^v?\d+\.\d+\.\d+\S*$/.test(subject);

const sectionOf = ({ files, isInternal }: Commit) =>
	isInternal ? SECTIONS.length - 1 : SECTIONS.findIndex(({ holds }) => files.some(holds));

const breakingSection = (commits: Commit[]) =>
	listSection(
		'Before you update',
		commits.flatMap(({ breaking, hash }) => breaking.map((text) => `${text} (${hash})`)),
	);

const listSection = (title: string, entries: string[]) =>
	entries.length > 0 ? [`### ${title}\n\n${entries.map((entry) => `- ${entry}`).join('\n')}`] : [];

function runGit(folder: string, parameters: string[]): string {
	return execFileSync('git', parameters, {
		cwd: folder,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
}

if (require.main === module) say(releaseNotes(ROOT).trimEnd());
