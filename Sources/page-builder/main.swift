import PageBuilding

PageBuilderCommand.main()
