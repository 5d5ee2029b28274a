<?php
// Widgets have the theme's letters and corners, and its colours where theme.json names some that can be read on each
// other.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/**
 * What the tokens that no theme names are on a light page, and on a dark one (packages/ui): they must be read on the
 * theme's paper, too.
 */
const OURS = [
    'light' => ['#5d5850', '#a8201a', '#24613b', '#7a4b00'],
    'dark' => ['#b3aca0', '#ff9d92', '#93d6a8', '#f0c274'],
];
/** WCAG: for words, and for words that are read for long. */
const READABLE = 4.5;
const GOOD = 7.0;

/** Our tokens by the colours of a palette (slug => hex); none where they would be hard to read. */
function tokens_of(array $palette): array
{
    $ink = $palette['contrast'] ?? $palette['foreground'] ?? '';
    $paper = $palette['base'] ?? $palette['background'] ?? '';
    if (contrast($ink, $paper) < GOOD) return [];
    foreach (OURS[is_dark($paper) ? 'dark' : 'light'] as $colour) {
        if (contrast($colour, $paper) < READABLE) return [];
    }
    $tokens = ['ink' => $ink, 'paper' => $paper];
    foreach (['accent', 'primary', 'secondary'] as $slug) {
        if (contrast($palette[$slug] ?? '', $paper) < READABLE) continue;
        return $tokens + ['accent' => $palette[$slug], 'accent-ink' => $paper];
    }
    return $tokens + ['accent' => $ink, 'accent-ink' => $paper];
}

/** Those of this site's theme, with what the publisher changed in the editor. */
function theme_tokens(): array
{
    static $tokens = null;
    if ($tokens !== null) return $tokens;
    $palettes = wp_get_global_settings(['color', 'palette']);
    $families = wp_get_global_settings(['typography', 'fontFamilies']);
    // What WordPress says of a theme that says nothing is not the theme's.
    $styles = wp_theme_has_theme_json() ? wp_get_global_styles() : [];
    return $tokens = tokens_of(by_slug($palettes, 'color')) + shape_tokens($styles, by_slug($families, 'fontFamily'));
}

/** A list of theme.json's, slug => value, with the publisher's own over the theme's. */
function by_slug(mixed $lists, string $value): array
{
    $found = [];
    foreach (['theme', 'custom'] as $from) {
        foreach ((array) ($lists[$from] ?? []) as $entry) $found[$entry['slug']] = (string) ($entry[$value] ?? '');
    }
    return $found;
}

/**
 * Letters and corners, by the styles of theme.json and its families (slug => names); what cannot be told stays ours.
 */
function shape_tokens(array $styles, array $families): array
{
    $elements = $styles['elements'] ?? [];
    $words = family($styles['typography']['fontFamily'] ?? '', $families);
    return array_filter([
        'font' => $words,
        // Headings are set in the text's letters where the theme says nothing else.
        'font-display' => family($elements['heading']['typography']['fontFamily'] ?? '', $families) ?? $words,
        'radius' => corner($elements['button']['border']['radius'] ?? null),
    ], is_string(...));
}

/**
 * The names of a family. WordPress has it as a variable that is not there on every element: its names are written out.
 */
function family(mixed $said, array $families): ?string
{
    if (!is_string($said)) return null;
    $is_slug = preg_match('/^var(?:\(--wp--preset--font-family--|:preset\|font-family\|)([\w-]+)\)?$/', $said, $found) === 1;
    $names = trim($is_slug ? $families[$found[1]] ?? '' : $said);
    return preg_match('/^[\w\s"\',.-]+$/u', $names) === 1 ? $names : null;
}

/**
 * How round a theme's buttons are is how round our corners are; but what makes a pill of a button would make an egg of
 * a picture.
 */
function corner(mixed $said): ?string
{
    if (is_numeric($said)) $said = "{$said}px";
    if (!is_string($said) || preg_match('/^\d*\.?\d+(?:px|em|rem)$/', $said) !== 1) return null;
    return "min($said,12px)";
}

function is_dark(string $colour): bool
{
    return contrast($colour, '#ffffff') > contrast($colour, '#000000');
}

/** Of 1 to 21; 0 where one of them is not written in hex. */
function contrast(string $one, string $other): float
{
    $lights = array_map(light(...), [$one, $other]);
    return in_array(null, $lights, true) ? 0.0 : (max($lights) + 0.05) / (min($lights) + 0.05);
}

function light(string $colour): ?float
{
    $hex = ltrim($colour, '#');
    if (strlen($hex) === 3) $hex = (string) preg_replace('/(.)/', '$1$1', $hex);
    if (preg_match('/^[0-9a-f]{6}$/i', $hex) !== 1) return null;
    [$red, $green, $blue] = array_map(function (string $part): float {
        $share = hexdec($part) / 255;
        return $share <= 0.04045 ? $share / 12.92 : (($share + 0.055) / 1.055) ** 2.4;
    }, str_split($hex, 2));
    return 0.2126 * $red + 0.7152 * $green + 0.0722 * $blue;
}
