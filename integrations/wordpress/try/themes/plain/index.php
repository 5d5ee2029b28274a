<!doctype html>
<html <?php language_attributes(); ?>>
<head>
<meta charset="<?php bloginfo('charset'); ?>">
<meta name="viewport" content="width=device-width, initial-scale=1">
<?php wp_head(); ?>
</head>
<body <?php body_class(); ?>>
<?php wp_body_open(); ?>
<nav><?php wp_nav_menu(['theme_location' => 'primary', 'container' => false]); ?></nav>
<main>
<?php if (!have_posts()) echo '<h1>Not found</h1>'; ?>
<?php while (have_posts()) : the_post(); ?>
<article><h1><?php the_title(); ?></h1><?php is_singular() ? the_content() : the_excerpt(); ?></article>
<?php endwhile; ?>
</main>
<?php wp_footer(); ?>
</body>
</html>
